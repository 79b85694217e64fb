/** Whether a file is a suite as code, by its name. */
export const isCodeSuiteName = (file: string): boolean => /\.suite\.[cm]?tsx?$/.test(file)
