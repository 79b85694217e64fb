import type { Options } from 'ajv'

/** How arguments are checked: the first failure alone, with defaults filled in, whatever else a schema says. */
export const AJV_OPTIONS = {
  useDefaults: true,
  strict: false,
  allErrors: false,
  validateFormats: false,
} satisfies Options
