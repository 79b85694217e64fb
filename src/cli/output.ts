/** Prints one JSON document on standard output. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Prints text for people. */
export const printText = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Says something beside the document. */
export const warn = (text: string): void => {
  process.stderr.write(`tracewright: ${text}\n`)
}
