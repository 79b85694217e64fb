import { TracewrightError } from '../shared/errors.ts'
import type { ResolvedOptions } from './options.ts'

/** Environment variable that goes before the option `cassettes`. */
const VARIABLE = 'TRACEWRIGHT_CASSETTES'
const MODES: readonly ResolvedOptions['cassettes'][] = ['off', 'record', 'replay', 'auto']

const isOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false'].includes(value)

function modeOf(option: ResolvedOptions['cassettes']): ResolvedOptions['cassettes'] {
  const requested = process.env[VARIABLE]
  const mode = requested === undefined || requested === '' ? option : MODES.find((one) => one === requested)
  if (mode === undefined) {
    throw new TracewrightError(
      `Invalid ${VARIABLE} ${JSON.stringify(requested)}: expected one of ${MODES.join(', ')}.`,
    )
  }
  // What is missing in CI is a mistake of a commit, as with snapshots.
  return mode === 'auto' && isOn(process.env.CI) ? 'replay' : mode
}

/** The options with the mode of this run's cassettes. An agent whose models are replayed does the same every time. */
export function withCassettes(options: ResolvedOptions): ResolvedOptions {
  const cassettes = modeOf(options.cassettes)
  return { ...options, cassettes, deterministic: options.deterministic || cassettes === 'replay' }
}
