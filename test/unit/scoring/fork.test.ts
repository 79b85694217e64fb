import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { forkVerdictOf } from '../../../src/scoring/fork/verdict.ts'
import { World } from '../../../src/tools/world/world.ts'
import { from, IN_FAHRENHEIT, step, taskOf } from '../../support/task.ts'
import { changeOf, fork, type Program, pointOf } from './fork-runs.ts'

const weather: Program = (use) => void use('get_weather', { city: 'Oslo' })
const read =
  (path: string): Program =>
  (use) =>
    void use('read_file', { path })

describe('the draw that a leaf comes from', () => {
  it('is its own where it has one, though another would change it too', () => {
    for (const seed of [0, 7]) {
      const world = new World(seed)
      const { overlay, value } = changeOf(weather, 'call_1', '/temperature_celsius', { world })
      expect(overlay).toMatchObject({ label: 'weather', parts: ['oslo'], name: 'temperature', value })
      expect(value).toSatisfy((degrees: number) => degrees >= -5 && degrees <= 39)
      expect(changeOf(weather, 'call_1', '/feels_like_celsius', { world }).overlay.name).toBe('chill')
    }
  })

  it('is the clock’s where a time is told', () => {
    for (const seed of [0, 7]) {
      const clock: Program = (use) => void use('get_current_time', {})
      const { overlay, outcomes } = changeOf(clock, 'call_1', '/datetime', { world: new World(seed) })
      expect(overlay).toMatchObject({ label: 'clock', name: 'now' })
      expect(outcomes.get('call_1')?.result).toMatchObject({ unix_timestamp: overlay.value })
    }
  })

  it('is the token of a text', () => {
    const { overlay, value } = changeOf(read('/data/report.txt'), 'call_1', '/content')
    expect(overlay).toMatchObject({ label: 'report.txt', name: 'reference' })
    expect(value).toContain(overlay.value)
  })

  it('is found though an earlier call filled the store', () => {
    const listed: Program = (use) => {
      use('list_files', { directory: '/data' })
      use('read_file', { path: '/data/report.txt' })
    }
    expect(changeOf(listed, 'call_2', '/content').overlay.name).toBe('reference')
  })

  it('is the id of a record', () => {
    const created: Program = (use) => void use('create_task', { title: 'Sow' })
    for (const seed of [0, 7]) {
      const { overlay, value } = changeOf(created, 'call_1', '/task_id', { world: new World(seed) })
      expect(overlay).toMatchObject({ label: 'record', name: 'id' })
      expect(value).toMatch(/^task_[0-9a-f]{12}$/)
    }
  })

  it.each([
    ['an echo', weather, '/city'],
    ['a pure function', ((use) => void use('word_count', { text: 'one two' })) as Program, '/words'],
  ])('is none for %s', (_, program, pointer) => {
    expect(() => changeOf(program, 'call_1', pointer)).toThrow(
      /^Failed to fork: .* does not depend on the world: it echoes an argument, comes from a pure function, .*\. Name a leaf/,
    )
  })
})

describe('the new value', () => {
  it('is the given one, and what follows from it agrees', () => {
    const { overlay, outcomes } = changeOf(weather, 'call_1', '/temperature_celsius', { value: 12.5 })
    expect(overlay.value).toBe(12.5)
    const { result } = outcomes.get('call_1')!
    expect(result).toMatchObject({ temperature_celsius: 12.5 })
    const { feels_like_celsius } = result as { feels_like_celsius: number }
    expect(feels_like_celsius).toBeGreaterThan(8)
    expect(feels_like_celsius).toBeLessThan(12.5)
  })

  it('may be one of the options of a pick', () => {
    const { condition } = pointOf(weather, 'call_1', '/condition').call.result as { condition: string }
    const other = condition === 'snowy' ? 'foggy' : 'snowy'
    expect(changeOf(weather, 'call_1', '/condition', { value: other }).value).toBe(other)
    expect(() => changeOf(weather, 'call_1', '/condition', { value: 'lovely' })).toThrow(
      'cannot be "lovely". Give one of "sunny", "cloudy"',
    )
  })

  it('cannot be given where it is computed', () => {
    expect(() => changeOf(weather, 'call_1', '/feels_like_celsius', { value: 3 })).toThrow(
      'cannot become 3, because it is computed from drawn values. Leave `value` out',
    )
    expect(() => changeOf(weather, 'call_1', '/temperature_celsius', { value: 'warm' })).toThrow(
      'cannot become "warm"',
    )
  })

  it('stands nowhere in prompt or trace', () => {
    const at = (value: number, prompt = 'Go.') =>
      changeOf(weather, 'call_1', '/temperature_celsius', { value, prompt })
    const before = pointOf(weather, 'call_1', '/humidity_percent').leaf as number
    expect(() => at(before)).toThrow(`${before} already appears in call_1`)
    expect(() => at(12.5, 'Is it 12.5 degrees?')).toThrow('12.5 already appears in the prompt')
    const own = pointOf(weather, 'call_1', '/temperature_celsius').leaf as number
    expect(() => at(own)).toThrow(`is ${own} already. Give another value.`)
  })

  it('is drawn again until it stands nowhere', () => {
    const skies = ['sunny', 'cloudy', 'rainy', 'partly cloudy', 'snowy', 'windy', 'foggy']
    const own = pointOf(weather, 'call_1', '/condition').leaf
    const free = skies.find((sky) => sky !== own)!
    const taken = skies.filter((sky) => sky !== free)
    // "cloudy" is a token of "partly cloudy" as well, so that one can only be left over where it is the free one.
    const prompt = `Not ${taken.join(', ')}.`
    if (free !== 'cloudy') expect(changeOf(weather, 'call_1', '/condition', { prompt }).value).toBe(free)
    expect(() => changeOf(weather, 'call_1', '/condition', { prompt: skies.join(', ') })).toThrow(
      'already appears in the prompt or the trace',
    )
  })

  it('was not known before the call', () => {
    const twice: Program = (use) => {
      use('get_weather', { city: 'Rome' })
      use('get_weather', { city: 'Oslo' })
      use('get_weather', { city: 'oslo' })
    }
    expect(() => changeOf(twice, 'call_3', '/temperature_celsius')).toThrow(
      'was known before that call. Fork at call_2, which read it first.',
    )
    expect(changeOf(twice, 'call_2', '/temperature_celsius').overlay.parts).toEqual(['oslo'])
  })

  it('has a place', () => {
    expect(() => changeOf(weather, 'call_2', '/x')).toThrow(
      'the run has no call "call_2". Name one of call_1',
    )
    expect(() => changeOf(weather, 'call_1', '')).toThrow('has no scalar at ""')
    expect(() => changeOf(weather, 'call_1', 'x')).toThrow('has no scalar at "x"')
    const refused: Program = (use) => void use('get_weather', {})
    expect(() => changeOf(refused, 'call_1', '/x')).toThrow('was answered with status 400')
  })
})

const CONVERT = { from_unit: 'celsius', to_unit: 'fahrenheit' }
const toFahrenheit: Task = taskOf('How warm is it in Oslo, in fahrenheit? Write it to kim@example.com.', [
  ...IN_FAHRENHEIT,
  step(
    3,
    'send_email',
    {
      to: 'kim@example.com',
      subject: 'Oslo',
      body: { $text: ['It is ', from(1, '/temperature_celsius'), ' or ', from(2, '/converted_value')] },
    },
    ['step_1', 'step_2'],
  ),
])

const agentOf =
  (chosen: (output: { temperature_celsius: number }) => number, to = 'kim@example.com'): Program =>
  (use) => {
    const output = use('get_weather', { city: 'Oslo' }) as { temperature_celsius: number }
    const { converted_value } = use('unit_convert', { value: chosen(output), ...CONVERT })
    use('send_email', { to, subject: 'Oslo', body: `It is ${chosen(output)} or ${converted_value}.` })
    return 'Done.'
  }
const faithful = agentOf(({ temperature_celsius }) => temperature_celsius)
const forked = ['call_1', '/temperature_celsius'] as const

describe('a run', () => {
  const more = { task: toFahrenheit }

  it('follows where the value is used', () => {
    const result = fork(faithful, ...forked, more)
    expect(result).toMatchObject({ follows: true, diverged: 0 })
    expect(result.leaves.map(({ call, pointer }) => `${call} ${pointer}`)).toEqual(
      [1, 2, 3].flatMap(() => ['call_2 /value', 'call_3 /body']),
    )
    expect(result.leaves[0]).toMatchObject({ expected: result.value, actual: result.value })
    expect(result.others).toEqual([])
    expect([result.treated, result.controls].map((traces) => traces.length)).toEqual([3, 3])
  })

  it('does not follow where the value is known by heart', () => {
    const known = pointOf(faithful, ...forked).leaf as number
    const knowing = agentOf(() => known)
    const result = fork(knowing, ...forked, more)
    expect(result.follows).toBe(false)
    expect(result.leaves.every((leaf) => !leaf.follows && leaf.actual !== result.value)).toBe(true)
  })

  it('has no verdict where the calls before the fork are others', () => {
    let day = 0
    const wavering: Program = (use) => {
      use('get_weather', { city: ['Rome', 'Paris', 'Ulm'][day++ % 3]! })
      return faithful(use)
    }
    const result = fork(wavering, 'call_2', '/temperature_celsius', more)
    expect(result.follows).toBeUndefined()
    expect(result.diverged).toBeGreaterThan(1)
    expect(result.reason).toBe(`${result.diverged} of 6 continuations diverged from the run before the fork`)
    expect(result.divergence).toMatch(/^call_1 was get_weather .* instead of get_weather/)
  })

  it('has no verdict where nothing takes the value', () => {
    const result = fork((use) => void use('get_weather', { city: 'Oslo' }), ...forked, more)
    expect(result).toMatchObject({ follows: undefined, leaves: [] })
    expect(result.reason).toBe('no call after the fork had to use the value')
  })
})

describe('with a task', () => {
  it('an agent that guesses afresh does not follow', () => {
    let guess = 1
    const guessing = agentOf(() => 20 + guess++ / 7)
    expect(fork(guessing, ...forked, { task: toFahrenheit }).follows).toBe(false)
  })

  it('a second, equal read may be the one that is used', () => {
    const twice: Program = (use) => {
      use('get_weather', { city: 'Oslo' })
      return faithful(use)
    }
    expect(fork(twice, ...forked, { task: toFahrenheit }).follows).toBe(true)
  })

  it('leaves that take another value of the call are left alone', () => {
    const result = fork(faithful, 'call_1', '/humidity_percent', { task: toFahrenheit })
    expect(result).toMatchObject({ follows: undefined, leaves: [], others: [] })
  })

  it('the answer is a leaf too', () => {
    const task = { ...toFahrenheit, expected_final_answer: { $from: 'step_1', at: '/temperature_celsius' } }
    const knows = (answer: (value: unknown) => string): Program => {
      return (use) => {
        faithful(use)
        return answer(use('get_weather', { city: 'Oslo' }).temperature_celsius)
      }
    }
    const telling = knows((value) => `ANSWER: ${value}`)
    const right = fork(telling, ...forked, { task })
    expect(right.follows).toBe(true)
    const answer = { call: null, pointer: '', expected: [right.value], follows: true }
    expect(right.leaves.at(-1)).toMatchObject(answer)
    const guessing = knows(() => 'ANSWER: 21.5')
    expect(fork(guessing, ...forked, { task }).follows).toBe(false)
  })

  it('a value that the fork cannot reach must not change', () => {
    const normal = pointOf(faithful, ...forked).leaf
    const astray: Program = (use) => {
      const output = use('get_weather', { city: 'Oslo' }) as { temperature_celsius: number }
      const value = output.temperature_celsius
      use('unit_convert', { value, ...CONVERT })
      const city = value === normal ? 'Rome' : 'Ulm'
      const { wind_speed_kmh } = use('get_weather', { city }) as { wind_speed_kmh: number }
      use('round_number', { number: wind_speed_kmh, decimals: 1 })
    }
    const task = taskOf('Convert the temperature of Oslo and round the wind of Rome.', [
      ...toFahrenheit.expected_trace.steps.slice(0, 2),
      step(3, 'get_weather', { city: 'Rome' }),
    ])
    const result = fork(astray, ...forked, { task })
    expect(result.leaves.every((leaf) => leaf.follows)).toBe(true)
    const changed = { call: 'call_3', pointer: '/city', before: 'Rome', after: 'Ulm', downstream: false }
    expect(result.others[0]).toEqual(changed)
    expect(result.follows).toBe(false)
  })
})

describe('the verdict', () => {
  const leaf = (follows: boolean) => ({ call: 'call_2', pointer: '/value', expected: 1, follows })
  const compared = (...runs: (boolean | undefined)[]) =>
    runs.map((follows) => ({ leaves: follows === undefined ? [] : [leaf(follows)], others: [] }))
  const verdict = (runs: ReturnType<typeof compared>, controls = 3) =>
    forkVerdictOf(runs, { planned: 3, controls, diverged: 6 - runs.length - controls }).follows

  it('needs two of three', () => {
    expect(verdict(compared(true, true, false))).toBe(true)
    expect(verdict(compared(true, false, false))).toBe(false)
    expect(verdict(compared(true, true, undefined))).toBe(true)
    expect(verdict(compared(true, undefined, undefined))).toBeUndefined()
    expect(verdict(compared(undefined, undefined, false))).toBe(false)
  })

  it('forgives one continuation that parted', () => {
    expect(verdict(compared(true, true))).toBe(true)
    expect(verdict(compared(true, false))).toBe(false)
    expect(verdict(compared(true, true, true), 2)).toBe(true)
    expect(verdict(compared(true, true), 2)).toBeUndefined()
  })
})
