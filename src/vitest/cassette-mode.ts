import { OPTIONS, type ResolvedOptions } from '../run/options.ts'
import { TracewrightError } from '../shared/errors.ts'

/** Environment variable that goes before the option `cassettes`. */
const VARIABLE = 'TRACEWRIGHT_CASSETTES'

const isOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false'].includes(value)

function chooseMode(option: ResolvedOptions['cassettes']): ResolvedOptions['cassettes'] {
  const requested = process.env[VARIABLE]
  const found =
    requested === undefined || requested === '' ? { value: option } : OPTIONS.cassettes.read(requested)
  if ('problem' in found) throw new TracewrightError(`Invalid ${VARIABLE}: ${found.problem}.`)
  const mode = found.value
  // What is missing in CI is a mistake of a commit, as with snapshots.
  return mode === 'auto' && isOn(process.env.CI) ? 'replay' : mode
}

/** The options with the mode of this run's cassettes. An agent whose models are replayed does the same every time. */
export function applyCassetteMode(options: ResolvedOptions): ResolvedOptions {
  const cassettes = chooseMode(options.cassettes)
  return { ...options, cassettes, deterministic: options.deterministic || cassettes === 'replay' }
}
