import { load } from '../../shared/load.ts'
import type { Registry } from '../registry.ts'
import { provideTools } from '../served.ts'

// A module of the build, which a matcher loads at once: an `import()` would come too late. Tests of the sources provide
// the tools before.
provideTools(() => (load('./built-in-tools.js') as { registry: Registry }).registry)
