import { createProject, type Project } from './run-vitest.ts'

/** Agents of the project `own-tools`, one a library. */
export const AGENTS = [
  'ai-sdk',
  'ai-sdk-agent',
  'anthropic',
  'functions',
  'langchain',
  'langgraph',
  'mcp',
  'openai',
  'openai-agents',
]

/** A project whose entries say how their data are put back, and what counts of them. */
export function createLiveProject(): Project {
  const project = createProject('own-tools')
  for (const agent of AGENTS) {
    const file = `agents/${agent}.ts`
    project.write(file, `export { reset, state, worlds } from '../shop-data.ts'\n${project.read(file)}`)
  }
  return project
}
