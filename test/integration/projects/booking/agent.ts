import { agents } from './agents.ts'

export default agents[process.env.AGENT as keyof typeof agents]
