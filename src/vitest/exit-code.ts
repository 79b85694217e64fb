/** Exit code that the run asks for, held until the process ends: Vitest knows of failed tests only, and may set its own. */
let requestedCode: number | undefined

function hold(): void {
  const currentCode = Number(process.exitCode ?? 0)
  if (requestedCode !== undefined && currentCode < requestedCode) process.exitCode = requestedCode
}

export function holdExitCode(code: 0 | 1 | 2): void {
  if (requestedCode === undefined) process.on('exit', hold)
  requestedCode = code
  hold()
}
