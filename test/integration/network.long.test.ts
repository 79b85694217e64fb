import { expect, it } from 'vitest'
import { describeNetwork, expectEveryClient, runNetwork } from '../support/network-project.ts'
import { createProject } from '../support/run-vitest.ts'

describeNetwork('threads')
describeNetwork('forks', 'direct')

it('lets allowed hosts through', async () => {
  const { of } = await runNetwork(createProject('network'), { OPTIONS: '{"allow":["outside.example"]}' })
  const { answers } = of()
  expect(answers.outside?.fetch).not.toContain('tracewright')
  expectEveryClient(answers.outside_ip, 'the network is closed')
})

/** An agent that posts to the address of its tool by a client, and says whether msw was loaded before and after. */
const writePoster = (client: string): string => `
import http from 'node:http'
import { request } from 'undici'
const hasLoaded = () => globalThis[Symbol.for('tracewright.interception')]?.mayMock !== undefined
const body = JSON.stringify({ city: 'Oslo' })
const headers = { 'content-type': 'application/json' }
const readAll = async (stream) => { let text = ''; for await (const chunk of stream) text += chunk; return text }
const clients = {
  fetch: async (url) => (await fetch(url, { method: 'POST', body, headers })).text(),
  node: (url) => new Promise((done, fail) =>
    http.request(url, { method: 'POST', headers }, (answer) => done(readAll(answer))).on('error', fail).end(body)),
  undici: async (url) => readAll((await request(url, { method: 'POST', body, headers })).body),
}
export default { name: 'poster', async run({ tools }) {
  const before = hasLoaded()
  const answer = await clients[${JSON.stringify(client)}](tools[0].url)
  return JSON.stringify({ before, after: hasLoaded(), answer: JSON.parse(answer) })
} }
`

it.each([
  ['fetch', false, undefined],
  ['node', false, undefined],
  ['undici', false, undefined],
  ['fetch', true, 'const real = fetch; globalThis.fetch = (...given) => real(...given)'],
])(
  'msw loads with the first request of a run that is answered in its process: %s',
  async (client, before, SETUP) => {
    const project = createProject('network', { 'agent.ts': writePoster(client), 'setup.ts': SETUP ?? '' })
    const OPTIONS = JSON.stringify({ wire: 'direct' })
    await project.exits(0, ['run', '-t', 'outside_tls'], { OPTIONS, SETUP: './setup.ts' })
    const [trace] = project.traces() as { final_answer: string; calls: object[] }[]
    expect(JSON.parse(trace?.final_answer ?? '')).toMatchObject({
      before,
      after: true,
      answer: { city: 'Oslo' },
    })
    expect(trace?.calls).toHaveLength(1)
  },
)
