/** How a run is judged. */
export const MODES = ['score', 'strict', 'regression'] as const
/** How a run is judged: see {@link MODES}. */
export type Mode = (typeof MODES)[number]

/** Default of the option `outputDir`. */
export const OUTPUT_DIR = '.vitest/tracewright'
export const RUN_FILE = 'run.json'
/** The document of a run in the default folder, relative to the root of Vitest. */
export const DEFAULT_RUN = `${OUTPUT_DIR}/${RUN_FILE}`
