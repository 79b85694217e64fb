import type { z } from 'zod'
import { load } from '../shared/load.ts'
import { memoizeOnce } from '../shared/memoize.ts'

/** What zod exports as `z`. */
export type Zod = typeof z

/** zod, loaded when a schema is first asked for: reading a trace or a suite with unusual fields needs it, running and judging do not. */
export const zod: () => Zod = memoizeOnce(() => (load('zod') as typeof import('zod')).z)

/** A schema that is made when it is first asked for. */
export const declareLazily = <Schema>(make: (z: Zod) => Schema): (() => Schema) =>
  memoizeOnce(() => make(zod()))

/** A strict object of these fields that is made when it is first asked for. */
export const declareLazyObject = <Fields extends z.ZodRawShape>(
  fields: (z: Zod) => Fields,
): (() => z.ZodObject<z.core.util.Writeable<Fields>, z.core.$strict>) =>
  declareLazily((z) => z.strictObject(fields(z)))
