import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawNewPath } from '../../pools/chain-paths.ts'

const SOURCES = [
  '/data/employees.csv',
  '/data/config.json',
  '/data/report.txt',
  '/data/products.json',
  '/data/notes.txt',
]

export const readTransformSave = definePattern({
  key: 'read_transform_save',
  name: 'read-transform-save',
  level: 'L1_chain',
  tools: ['read_file', 'encrypt_text', 'hash_text', 'base64_encode', 'write_file'],
  draw(rng) {
    const source = rng.pick(SOURCES)
    const target = drawNewPath(rng)
    const content = from(1, '/content')
    const method = rng.pick(['aes256', 'rsa'])
    const algorithm = rng.pick(['md5', 'sha256', 'sha512'])
    const transform = rng.pick([
      {
        tool: 'encrypt_text',
        arguments: { text: content, method },
        at: '/encrypted',
        task: `encrypt its whole content by the method ${method}`,
        result: 'cipher text',
      },
      {
        tool: 'hash_text',
        arguments: { text: content, algorithm },
        at: '/hash',
        task: `compute the ${algorithm} digest of its whole content`,
        result: 'digest in hex',
      },
      {
        tool: 'base64_encode',
        arguments: { text: content },
        at: '/encoded',
        task: 'encode its whole content as Base64',
        result: 'Base64 text',
      },
    ])
    return {
      steps: [
        { tool: 'read_file', arguments: { path: source } },
        { tool: transform.tool, arguments: transform.arguments },
        { tool: 'write_file', arguments: { path: target, content: from(2, transform.at) } },
      ],
      prompts: [
        `Read the file ${quote(source)}, ${transform.task}, and write the ${transform.result}, and nothing else, to ${quote(target)}.`,
        `The file ${quote(target)} should hold nothing but the ${transform.result} that you get when you open ${quote(source)} and ${transform.task}.`,
        `Open ${quote(source)} and ${transform.task}. Save the ${transform.result} alone as ${quote(target)}.`,
      ],
    }
  },
})
