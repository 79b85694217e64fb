import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const { PROJECTS = '', OPTIONS = '{}', AGENT = './agent.ts' } = process.env
const plugin = (agent: string) =>
  tracewright({ agent, mode: 'strict', redact: [/planted-\d+/], ...JSON.parse(OPTIONS) })

/** A project `streamed` has its replies streamed. A project alone is without a name. */
export default defineConfig(
  PROJECTS === ''
    ? { plugins: [plugin(AGENT)], test: { maxConcurrency: 8 } }
    : {
        test: {
          maxConcurrency: 8,
          projects: PROJECTS.split(' ').map((name) => ({
            plugins: [plugin(AGENT)],
            test: { name, env: { STREAM: name === 'streamed' ? '1' : '' } },
          })),
        },
      },
)
