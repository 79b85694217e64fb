import { answer, desk, fill } from '../src/desk.ts'

export const reset = ({ seed }: { seed: number }) => fill(seed)
export const state = () => ({ refunds: desk.refunds })
export const worlds = 8

export default { name: 'refund desk', run: ({ prompt }: { prompt: string }) => answer(prompt) }
