import { readFileSync } from 'node:fs'

const linesIn = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length

/** How many cases a run has. A suite that no worker has collected yet counts by its lines. */
export class CaseCount {
  private readonly expected = new Map<string, string>()
  private readonly collected = new Map<string, number>()
  private readonly lines = new Map<string, number>()

  /** @param file The suite, which is read only if it is counted before its module is collected */
  expect(module: string, file: string): void {
    this.expected.set(module, file)
  }

  collect(module: string, cases: number): void {
    this.collected.set(module, cases)
  }

  total(): number {
    let total = 0
    for (const [module, file] of this.expected) if (!this.collected.has(module)) total += this.linesOf(file)
    for (const cases of this.collected.values()) total += cases
    return total
  }

  private linesOf(file: string): number {
    const lines = this.lines.get(file) ?? linesIn(file)
    this.lines.set(file, lines)
    return lines
  }
}
