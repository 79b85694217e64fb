import type { JsonObject } from '../../shared/json.ts'
import { type DraftCall, finishCalls } from './calls.ts'
import { isFields } from './fields.ts'
import type { ImportReading } from './format.ts'
import { readArguments } from './json.ts'
import { badArguments, type ImportedOutcome } from './outcome.ts'
import { cutText, describe, ImportProblem } from './problem.ts'
import { importedUsage, type Tokens, tokensOf } from './usage.ts'

/** A call as a message names it. */
export interface IssuedCall {
  id: unknown
  name: unknown
  arguments: unknown
  /** Why the call cannot have been made, where the message says so itself. */
  problem?: string
}

/** Arguments of a call that cannot have been made anyway. */
const lenient = (value: unknown, label: string): { arguments: JsonObject } => ({
  arguments: isFields(value) || typeof value === 'string' ? readArguments(value, label).arguments : {},
})

interface OpenCall extends DraftCall {
  /** Turn in which the result was seen. */
  answered: number | undefined
}

interface Turn {
  /** What was said after the last call of the turn. */
  said: string
  calls: number
  tokens: Tokens | undefined
}

/**
 * A conversation that is read message by message. An assistant message is a turn t; its calls start at 2t and
 * end at 2t + 1, or with the turn during which a late result came in, so that nothing is fed by a result that
 * was not there yet.
 */
export class Conversation {
  private readonly turns: Turn[] = []
  private readonly calls: OpenCall[] = []

  /** Begins an assistant turn. */
  turn(usage?: unknown): void {
    this.turns.push({ said: '', calls: 0, tokens: tokensOf(usage) })
  }

  /** Adds text to the current turn. */
  say(text: string): void {
    this.current.said += text
  }

  /** Adds a call to the current turn. Throws for an id that another call has. */
  call({ id, name, arguments: args, problem }: IssuedCall): void {
    const label = typeof name === 'string' && name !== '' ? `the call of ${cutText(name)}` : 'a call'
    if (typeof name !== 'string' || (name === '' && problem === undefined))
      throw new ImportProblem(`${label} has no name: it is ${describe(name)}.`)
    if (id !== undefined && id !== null && typeof id !== 'string')
      throw new ImportProblem(`${label} has an id that is ${describe(id)}. Give it a text.`)
    const known = id === '' || id === null ? undefined : id
    if (known !== undefined && this.find(known) !== undefined)
      throw new ImportProblem(
        `the call id ${JSON.stringify(cutText(known))} is used twice. Give every call its own.`,
      )
    const read = problem === undefined ? readArguments(args, label) : { ...lenient(args, label), problem }
    this.calls.push({
      id: known,
      tool_name: name,
      arguments: read.arguments,
      turn: this.turns.length - 1,
      ...(read.problem === undefined ? {} : { outcome: badArguments(read.problem) }),
      answered: undefined,
    })
    this.current.calls += 1
    this.current.said = ''
  }

  /** Notes how a call ended. Throws for a call that nobody made, and for a second answer. */
  answer(id: unknown, read: (tool: string) => ImportedOutcome): void {
    if (typeof id !== 'string' || id === '')
      throw new ImportProblem('a tool result does not say which call it answers. Store its call id.')
    const call = this.find(id)
    if (call === undefined) {
      throw new ImportProblem(
        `there is a result for the call ${JSON.stringify(cutText(id))}, which no message before it makes. Give the whole conversation.`,
      )
    }
    this.settle(call, read)
  }

  /** Notes how a call without an id ended: the first one of that tool that has no answer yet. */
  answerNext(tool: unknown, read: (tool: string) => ImportedOutcome): void {
    const call = this.calls.find(
      (other) => other.tool_name === tool && other.id === undefined && other.answered === undefined,
    )
    if (call === undefined)
      throw new ImportProblem(
        `there is a result of ${cutText(String(tool))}, which no message before it calls.`,
      )
    this.settle(call, read)
  }

  /** The conversation so far as a trace has it; `usage` counts where no turn told its own. */
  finish(usage?: unknown): ImportReading {
    const drafts = this.calls.map(
      (call): DraftCall => ({
        ...call,
        started: 2 * (call.turn as number),
        ended: 2 * Math.max(call.turn as number, call.answered ?? 0) + 1,
      }),
    )
    const told = this.turns.flatMap(({ tokens }) => tokens ?? [])
    const tokens = told.length > 0 ? told : [tokensOf(usage) ?? []].flat()
    return {
      ...finishCalls(drafts),
      bare: false,
      final_answer: this.finalAnswer(),
      usage: importedUsage(tokens, this.turns.length),
    }
  }

  private get current(): Turn {
    const turn = this.turns.at(-1)
    if (turn === undefined) throw new ImportProblem('a call stands before any message of the assistant.')
    return turn
  }

  private find(id: string): OpenCall | undefined {
    return this.calls.find((call) => call.id === id)
  }

  private settle(call: OpenCall, read: (tool: string) => ImportedOutcome): void {
    if (call.answered !== undefined)
      throw new ImportProblem(
        `the call ${JSON.stringify(cutText(call.id ?? call.tool_name))} has two results.`,
      )
    call.answered = this.turns.length - 1
    call.outcome ??= read(call.tool_name)
  }

  /** Text after which no call was made. */
  private finalAnswer(): string | null {
    const last = this.turns.findLastIndex(({ said, calls }) => said.trim() !== '' || calls > 0)
    const said = this.turns[last]?.said ?? ''
    return said.trim() === '' ? null : said
  }
}
