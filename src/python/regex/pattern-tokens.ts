import { PatternError } from './pattern.ts'

/** A pattern read token by token: a character, or a backslash together with what it escapes. */
export class PatternTokens {
  private readonly chars: readonly string[]
  /** The next token; undefined at the end. */
  next: string | undefined
  /** Of the next token, in code points from 0. */
  position = 0

  constructor(pattern: string) {
    this.chars = Array.from(pattern)
    this.seek(0)
  }

  error(message: string, position: number): PatternError {
    return new PatternError(message, position)
  }

  seek(position: number): void {
    this.position = position
    this.next = this.chars[position]
    if (this.next !== '\\') return
    const escaped = this.chars[position + 1]
    if (escaped === undefined) throw this.error('a backslash at the end escapes nothing', position)
    this.next += escaped
  }

  take(): string | undefined {
    const taken = this.next
    if (taken !== undefined) this.seek(this.position + (taken[0] === '\\' ? 2 : 1))
    return taken
  }

  takes(token: string): boolean {
    if (this.next !== token) return false
    this.take()
    return true
  }

  takeWhile(most: number, accepts: (char: string | undefined) => boolean): string {
    let taken = ''
    while (taken.length < most && accepts(this.next)) taken += this.take()
    return taken
  }

  /** Text up to the terminator, which is taken too. */
  takeUntil(terminator: string, what: string): string {
    const from = this.position
    let taken = ''
    for (;;) {
      const token = this.take()
      if (token === undefined) throw this.error(`${what} lacks its ${terminator}`, from)
      if (token === terminator) break
      taken += token
    }
    if (taken === '') throw this.error(`${what} is missing`, from)
    return taken
  }
}
