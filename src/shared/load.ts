import { createRequire } from 'node:module'

/**
 * Loads a package when a call first needs it, and at once. Costly packages that most programs never need stay out of
 * what `import 'tracewright'` loads; see decisions/0017-core-and-validators.md.
 */
export const load = createRequire(import.meta.url)
