import { answer } from '../src/agent.ts'

export default { name: 'assistant', run: ({ prompt }: { prompt: string }) => answer(prompt) }
