import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawNewPath } from '../../pools/dag-paths.ts'

const PATHS = [
  '/data/employees.csv',
  '/data/config.json',
  '/data/report.txt',
  '/data/products.json',
  '/data/notes.txt',
]

export const parallelProcessSave = definePattern({
  key: 'parallel_process_save',
  name: 'parallel-process-save',
  level: 'L3_dag',
  tools: ['read_file', 'hash_text', 'encrypt_text', 'write_file'],
  draw(rng) {
    const [first, second] = rng.sample(PATHS, 2) as [string, string]
    const algorithm = rng.pick(['md5', 'sha256'])
    const method = rng.pick(['aes256', 'rsa'])
    const path = drawNewPath(rng)
    return {
      steps: [
        { tool: 'read_file', arguments: { path: first } },
        { tool: 'read_file', arguments: { path: second } },
        { tool: 'hash_text', arguments: { text: from(1, '/content'), algorithm } },
        { tool: 'encrypt_text', arguments: { text: from(2, '/content'), method } },
        {
          tool: 'write_file',
          arguments: {
            path,
            content: text('Digest ', from(3, '/hash'), ', cipher text ', from(4, '/encrypted'), ' of today.'),
          },
        },
      ],
      prompts: [
        `Read ${quote(first)} and compute the ${algorithm} digest of its whole content. Read ${quote(second)} and encrypt its whole content with the method ${method}. Write one text that contains the digest and the cipher text to ${quote(path)}.`,
        `The file ${quote(path)} should contain two things: the ${algorithm} digest, in hex, of the complete content of ${quote(first)}, and the complete content of ${quote(second)} encrypted by ${method}.`,
        `From ${quote(first)} I need the ${algorithm} hash of everything in it, and from ${quote(second)} the cipher text of everything in it, made with ${method}. Save both together in a text under ${quote(path)}.`,
      ],
    }
  },
})
