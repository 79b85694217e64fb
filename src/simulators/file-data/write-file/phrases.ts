import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawPath } from '../../../generate/pools/file-parts.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'

export const writeFile = definePhrases({
  tool: 'write_file',
  draw: (rng) => ({ path: drawPath(rng), content: drawMessage(rng) }),
  asks: [
    'write {content} to {path}',
    'create a file at {path} with {content} as its content',
    'put {content} into a new file with the path {path}',
    'save {content} in the file system under {path}',
    'make a file whose path is {path}, and use {content} as what is in it',
  ],
  outputs: { '/size': 'size of the new file in characters', '/type': 'media type of the new file' },
  answers: [],
})
