export const TOOLKIT_ENDING = '.toolkit.json'

export const isToolkitFile = (file: string): boolean => file.endsWith(TOOLKIT_ENDING)

/** The file beside a toolkit that holds what is known better: `shop.corrections.json` of `shop.toolkit.json`. */
export const buildCorrectionsPath = (file: string): string =>
  `${file.slice(0, -TOOLKIT_ENDING.length)}.corrections.json`
