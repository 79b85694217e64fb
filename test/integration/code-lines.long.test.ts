import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { SourceMap } from 'node:module'
import { WebSocket } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../support/local-server.ts'
import { createProject } from '../support/run-vitest.ts'

/** The types are gone once the suite runs: lines and columns are right only by a source map. */
const SUITE = `import { task } from 'tracewright/suite'; const CITY = 'Oslo'

interface Weather {
  temperature_celsius: number
}

const isUnknown = ({ temperature_celsius }: Weather): boolean => temperature_celsius === undefined

task('how warm', { prompt: \`How warm is it in \${CITY}? End with ANSWER: <degrees>\`, tools: ['get_weather'] }, async ({ get_weather }) => {
  const weather = await get_weather({ city: CITY })
  if (isUnknown(weather)) {
    return 'never'
  }
  return weather.temperature_celsius
})

task.skip('later', { prompt: 'What is there?', tools: ['get_weather'] }, async ({ get_weather }) => {
  return (await get_weather({ city: 'Rome' })).temperature_celsius
})
`
const FIXED = `${JSON.stringify({
  task_id: 'hello',
  level: 'L0_node',
  prompt: 'Say hello and do nothing.',
  available_tools: ['get_weather'],
  expected_trace: { steps: [] },
})}\n`
const withOptions = (options: object = {}) => ({
  OPTIONS: JSON.stringify({ agent: './oracle.ts', mode: 'strict', ...options }),
})
const buildProject = () =>
  createProject('basic', {
    'oracle.ts': "export { oracle as default } from 'tracewright/calibration'\n",
    'weather.suite.ts': SUITE,
    'tasks.suite.jsonl': FIXED,
  })

/** What the coverage report says of a file. */
interface FileCoverage {
  statementMap: Record<string, { start: { line: number; column: number } }>
  fnMap: Record<string, unknown>
  s: Record<string, number>
}

/** A message of the inspector. */
interface InspectorMessage {
  id?: number
  method?: string
  params?: {
    url?: string
    scriptId?: string
    sourceMapURL?: string
    endLine?: number
    callFrames?: CallFrame[]
  }
}
interface CallFrame {
  location: { scriptId: string; lineNumber: number; columnNumber: number }
}

/** Columns of a script in which a statement may begin. */
const MAX_COLUMNS = 500

/** The address that Node prints once something may be debugged. */
function findInspector(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', (chunk) => {
      text += chunk
      const [address] = /ws:\/\/\S+/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    child.on('close', () => reject(new Error(`nothing to debug: ${text}`)))
  })
}

/** Sets a breakpoint at a line, and returns the lines of the file where the run is held there. */
async function holdAt(address: string, file: string, line: number): Promise<Set<number>> {
  const socket = new WebSocket(address)
  let lastId = 0
  const send = (method: string, params: object = {}): void =>
    socket.send(JSON.stringify({ id: ++lastId, method, params }))
  const maps = new Map<string, SourceMap>()
  const held = new Set<number>()
  const readScript = ({
    url,
    scriptId,
    sourceMapURL,
    endLine = 0,
  }: NonNullable<InspectorMessage['params']>) => {
    if (!url?.endsWith(file) || scriptId === undefined || !sourceMapURL?.startsWith('data:')) return
    const text = Buffer.from(sourceMapURL.split(',')[1] as string, 'base64').toString()
    const map = new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0])
    maps.set(scriptId, map)
    // As an editor does: the first place of the script that the map says is at this line.
    for (let lineNumber = 0; lineNumber <= endLine; lineNumber++)
      for (let columnNumber = 0; columnNumber < MAX_COLUMNS; columnNumber++) {
        const entry = map.findEntry(lineNumber, columnNumber)
        if (!('originalLine' in entry) || entry.generatedLine !== lineNumber) continue
        if (entry.originalLine !== line - 1) continue
        send('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber } })
        return
      }
  }
  const readPause = ([frame]: CallFrame[]): void => {
    const { scriptId = '', lineNumber = 0, columnNumber = 0 } = frame?.location ?? {}
    const entry = maps.get(scriptId)?.findEntry(lineNumber, columnNumber)
    if (entry !== undefined && 'originalLine' in entry) held.add(entry.originalLine + 1)
    send('Debugger.resume')
  }
  socket.addEventListener('message', ({ data }) => {
    const { method, params = {} } = JSON.parse(String(data)) as InspectorMessage
    if (method === 'Debugger.scriptParsed') readScript(params)
    if (method === 'Debugger.paused') readPause(params.callFrames ?? [])
  })
  await once(socket, 'open')
  send('Debugger.enable')
  send('Runtime.runIfWaitingForDebugger')
  await once(socket, 'close')
  return held
}

describe('lines of a suite as code', { timeout: 300_000 }, () => {
  it('are covered where its functions run, and nothing but the suite is counted', async () => {
    const project = buildProject()
    await project.exits(
      0,
      ['run', '--coverage', '--coverage.provider=v8', '--coverage.reporter=json'],
      withOptions(),
    )
    const report = JSON.parse(project.read('coverage/coverage-final.json')) as Record<string, FileCoverage>
    const files = new Map(Object.entries(report).map(([file, found]) => [file.replace(/.*\//, ''), found]))
    // A suite of JSON lines is data.
    expect([...files.keys()].sort()).toEqual(['oracle.ts', 'weather.suite.ts'])
    const { statementMap, fnMap, s } = files.get('weather.suite.ts') as FileCoverage
    const lines = Object.entries(statementMap).map(([id, { start }]) => [
      `${start.line}:${start.column}`,
      (s[id] ?? 0) > 0,
    ])
    expect(lines).toEqual([
      ['1:55', true],
      ['7:6', true],
      ['7:65', true],
      ['9:0', true],
      ['10:18', true],
      ['11:2', true],
      ['12:4', false],
      ['14:2', true],
      ['17:0', true],
      ['18:2', true],
    ])
    expect(Object.keys(fnMap)).toHaveLength(3)
  })

  it('hold a run where a breakpoint is set', async () => {
    const project = buildProject()
    const child = project.start(
      ['run', `--inspect-brk=127.0.0.1:${await findFreePort()}`, '--no-file-parallelism'],
      // Another module would wait for a debugger of its own.
      withOptions({ include: ['**/*.suite.ts'] }),
    )
    onTestFinished(() => void child.kill())
    const ended = once(child, 'close')
    const held = await holdAt(await findInspector(child), 'weather.suite.ts', 14)
    // Vitest itself holds at the beginning of the file.
    expect(held).toEqual(new Set([1, 14]))
    expect(await ended).toEqual([0, null])
    expect(project.run()).toMatchObject({ complete: true, counts: { scored: 1 } })
  })
})
