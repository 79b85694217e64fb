import { z } from 'zod'
import { Throttle } from '../../../models/throttle.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { issuesOf } from '../../../shared/issues.ts'

/** Variables by which a project of a matrix says which model its agent is, and how it is asked. */
export const MODEL_VARIABLE = 'TRACEWRIGHT_MODEL'
const PROVIDER_VARIABLE = 'TRACEWRIGHT_MODEL_PROVIDER'

const settingsSchema = z.strictObject({
  concurrency: z.int().min(1).optional(),
  perMinute: z.number().positive().optional(),
  retries: z.int().min(0).optional(),
  options: z.record(z.string(), z.json()).optional(),
  protocol: z.enum(['auto', 'tools', 'text']).optional(),
})
export type ProviderSettings = z.infer<typeof settingsSchema>

/** The settings of the provider that the project says; none outside a matrix. */
export function providerSettings(): ProviderSettings {
  const text = process.env[PROVIDER_VARIABLE]
  if (text === undefined || text === '') return {}
  const parsed = settingsSchema.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new TracewrightError(
    `Failed to read ${PROVIDER_VARIABLE}: ${issuesOf(parsed.error)}. It is set by modelProjects().`,
  )
}

const throttles = new Map<string, Throttle>()

/** The throttle of a provider, one for all its models in this process. */
export function throttleOf(provider: string, settings: ProviderSettings): Throttle {
  const known = throttles.get(provider)
  if (known !== undefined) return known
  const { concurrency, perMinute, retries } = settings
  const made = new Throttle({
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perMinute === undefined ? {} : { perMinute }),
    ...(retries === undefined ? {} : { retries }),
  })
  throttles.set(provider, made)
  return made
}
