import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import type { Simulator } from '../../src/simulators/define-simulator.ts'
import { executeTool } from '../../src/simulators/execute.ts'
import { registry } from '../../src/simulators/registry.ts'
import { World } from '../../src/world/world.ts'
import { argumentsOf } from '../support/arguments.ts'

const SEEDS = Array.from({ length: 200 }, (_, i) => i + 1)

/** Arguments of calls that succeed, always the same ones. */
function successfulArguments(simulator: Simulator): JsonObject[] {
  const samples = fc.sample(argumentsOf(simulator), { seed: 5, numRuns: 200 })
  return samples.filter((args) => executeTool(simulator, args, new World(0)).ok).slice(0, 8)
}

/** The leaves of a value by place. */
function leavesOf(value: Json, at = '', leaves = new Map<string, Json>()): Map<string, Json> {
  if (typeof value !== 'object' || value === null) leaves.set(at, value)
  else for (const [key, item] of Object.entries(value)) leavesOf(item, `${at}/${key}`, leaves)
  return leaves
}

/** Distinct values of each leaf over all worlds, and whether it is there in each. */
function valuesByLeaf(simulator: Simulator, args: JsonObject): Map<string, Set<Json>> {
  const values = new Map<string, Set<Json>>()
  for (const seed of SEEDS) {
    const result = executeTool(simulator, args, new World(seed))
    if (!result.ok) continue
    for (const [at, leaf] of leavesOf(result.output)) {
      const seen = values.get(at)
      if (seen === undefined) values.set(at, new Set([leaf]))
      else seen.add(leaf)
    }
  }
  return values
}

/** Of 200 draws among 10,000 or more, fewer than this are distinct only once in a million suites. */
const DISTINCT = 190

/** Tools whose answer is a fact of the world: a model cannot know it. */
const OPAQUE = new Set([
  'check_url_status',
  'create_calendar_event',
  'create_contact',
  'create_invoice',
  'create_notification',
  'create_spreadsheet',
  'create_task',
  'database_query',
  'dns_lookup',
  'generate_image',
  'generate_report',
  'get_current_time',
  'get_directions',
  'get_exchange_rate',
  'get_location_info',
  'get_session_context',
  'get_stock_price',
  'get_weather',
  'http_request',
  'ip_geolocation',
  'knowledge_base_query',
  'list_files',
  'list_memories',
  'log_event',
  'lookup_entity',
  'read_file',
  'retrieve_memory',
  'rss_feed_parse',
  'schedule_meeting',
  'search_products',
  'send_email',
  'send_message',
  'send_webhook',
  'set_reminder',
  'store_memory',
  'transcribe_audio',
  'web_page_fetch',
  'web_search',
])
/** Computes, but from the world's date. */
const BY_CLOCK = new Set(['time_since'])

describe.each([...registry.values()])('$name', (simulator) => {
  const calls = successfulArguments(simulator)

  it('succeeds on some plausible arguments', () => expect(calls.length).toBeGreaterThan(0))

  it.runIf(OPAQUE.has(simulator.name))('gives what cannot be guessed in another world', () => {
    const opaque = calls.filter((args) =>
      [...valuesByLeaf(simulator, args).values()].some((values) => values.size >= DISTINCT),
    )
    // Not all: an empty list, a missing file or a rate of a currency to itself is what it is.
    expect(opaque.length).toBeGreaterThan(0)
  })

  it.runIf(!OPAQUE.has(simulator.name) && !BY_CLOCK.has(simulator.name))('is the same in every world', () => {
    for (const args of calls) {
      for (const [at, values] of valuesByLeaf(simulator, args)) expect(values.size, at).toBe(1)
    }
  })

  it('gives ids of 40 bits or more', () => {
    for (const args of calls) {
      for (const seed of SEEDS.slice(0, 20)) {
        const result = executeTool(simulator, args, new World(seed))
        if (!result.ok) continue
        for (const [at, leaf] of leavesOf(result.output)) {
          const isEcho = [...leavesOf(args).values()].includes(leaf)
          if (/(_id|-id)$/.test(at) && !isEcho) expect(String(leaf), at).toMatch(/[0-9a-f]{10}/)
        }
      }
    }
  })

  it('keeps dates and times valid', () => {
    for (const args of calls) {
      for (const seed of SEEDS.slice(0, 50)) {
        const result = executeTool(simulator, args, new World(seed))
        if (!result.ok) continue
        const echoes = new Set(leavesOf(args).values())
        for (const [at, leaf] of leavesOf(result.output)) {
          if (typeof leaf !== 'string' || echoes.has(leaf)) continue
          if (/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(leaf)) {
            expect(Number.isNaN(Date.parse(leaf)), `${at} ${leaf}`).toBe(false)
          }
        }
      }
    }
  })
})
