import { load } from '../../shared/load.ts'
import type { Registry } from '../registry.ts'
import { provideTools } from '../served.ts'

// A module of the build, which a matcher loads at once: an `import()` would come too late. Tests of the sources provide
// the tools before.
const MODULE = './built-in-tools.js'
let imported: { registry: Registry } | undefined
provideTools(
  () => (imported ?? (load(MODULE) as { registry: Registry })).registry,
  async () => {
    imported ??= (await import(new URL(MODULE, import.meta.url).href)) as { registry: Registry }
  },
)
