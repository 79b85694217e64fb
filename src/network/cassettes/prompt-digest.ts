import { createHash } from 'node:crypto'

/** What a cassette holds of its task's prompt: enough to see that it is another one now. */
export const promptDigest = ({ prompt }: { prompt: string }): string =>
  createHash('sha256').update(prompt).digest('hex').slice(0, 16)
