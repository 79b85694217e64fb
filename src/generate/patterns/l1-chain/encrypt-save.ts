import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawNewPath } from '../../pools/chain-paths.ts'
import { drawRemark } from '../../pools/chain-remarks.ts'

export const encryptSave = definePattern({
  key: 'encrypt_save',
  name: 'transform-save',
  level: 'L1_chain',
  published: {
    mended: 'The published one cuts the text in the prompt. Here the text is whole.',
  },
  tools: ['encrypt_text', 'write_file'],
  draw(rng) {
    const secret = drawRemark(rng)
    const method = rng.pick(['aes256', 'rsa'])
    const path = drawNewPath(rng)
    return {
      steps: [
        { tool: 'encrypt_text', arguments: { text: secret, method } },
        { tool: 'write_file', arguments: { path, content: from(1, '/encrypted') } },
      ],
      prompts: [
        `Encrypt the text ${quote(secret)} by the method ${method} and write the cipher text, and nothing else, to the file ${quote(path)}.`,
        `Nobody should be able to read this: ${quote(secret)} Encrypt it (method ${method}), and save only the encrypted text as ${quote(path)}.`,
        `The file ${quote(path)} should hold exactly the cipher text that encryption with ${method} makes of ${quote(secret)}`,
        `Please put a secret into the new file ${quote(path)}: the text ${quote(secret)}, encrypted with ${method}. The content must be the cipher text alone.`,
      ],
    }
  },
})
