import { answer } from '../src/agent.ts'

export default { name: 'reception', run: ({ prompt }: { prompt: string }) => answer(prompt) }
