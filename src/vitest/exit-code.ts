/** Exit code that the run asks for, held until the process ends: Vitest knows of failed tests only, and may set its own. */
let asked: number | undefined

function hold(): void {
  const currentCode = Number(process.exitCode ?? 0)
  if (asked !== undefined && currentCode < asked) process.exitCode = asked
}

/** Ends the process with at least this code. */
export function exitWith(code: 0 | 1 | 2): void {
  if (asked === undefined) process.on('exit', hold)
  asked = code
  hold()
}
