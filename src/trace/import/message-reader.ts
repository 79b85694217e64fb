import { dropUndefinedFields } from '../../shared/json.ts'
import {
  buildBadArguments,
  type DraftCall,
  type Ending,
  finishCalls,
  type ImportReading,
  type ListFormat,
  readEnding,
  readTokens,
  sumUsage,
  type Tokens,
} from './outcomes.ts'
import {
  cutText,
  describe,
  type FieldPlace,
  type Fields,
  hidesCalls,
  ImportProblem,
  isAbsent,
  isFields,
  readArguments,
  readAtPlace,
} from './values.ts'

/**
 * Places of what a message, or a part of one, adds to a conversation. With `arguments` it is a call: `problem` is why it
 * cannot have been made, and `replaces` the id of the approved call that it carries out. With `result` or `refusal`
 * (a person's reason) it tells how a call ended, unless a call's result is undefined, or `pending`. `waits` is the id
 * of an approval that a call waits for, `approves` of one that was given; an `answer` may be several messages.
 */
type Places = 'id' | 'name' | 'arguments' | 'problem' | 'result' | 'failed' | 'refusal' | 'pending'

export interface Piece
  extends Partial<
    Record<Places | 'answer' | 'usage' | 'say' | 'waits' | 'approves' | 'replaces', FieldPlace | undefined>
  > {
  /** When it begins a turn. */
  turn?: 'always' | 'unless open' | 'after parts' | 'at another answer'
  /** Whether it ends the turn that is open. */
  ends?: true
  lists?: readonly List[]
  /** Whether the lists are only checked. */
  unread?: true
}

/** Kinds of pieces. A name may begin or end with `*`; a kind that is undefined is refused. */
export interface PieceKinds {
  /** What tells the kind; by `key` it is the first of the kinds' names that the piece has as a field. */
  by: 'key' | FieldPlace
  kinds: Readonly<Record<string, Piece | undefined>>
}

/** Pieces within a piece. */
interface List extends PieceKinds {
  at: FieldPlace
  /** Whether a text may stand in place of the list, and whether that text is said. */
  text?: 'said' | 'heard'
  /** Whether the list may be missing or null. */
  optional?: true
  /** Whether one piece stands in place of the list. */
  single?: true
  /** The piece under its usual names. */
  as?: (piece: Fields) => Fields
}

/** A call under the names that libraries give to its fields. */
export const CALL: Piece = {
  id: 'call_id callId toolCallId toolUseId id',
  name: 'name toolName',
  arguments: 'arguments args input rawInput',
}

/** An answer under such names. */
export const ANSWER = {
  id: 'call_id callId toolCallId toolUseId tool_call_id tool_use_id id',
  name: 'name tool_name',
  result: 'output result content',
  failed: 'is_error=true status=error status=failed',
} satisfies Piece

export const SAY: Piece = { say: 'text' }
/** A message of the assistant. */
export const REPLY: Piece = { turn: 'always', usage: 'usage' }

/** Why a call was not made. */
export const DENIED = 'the call was denied'
export const NOT_APPROVED = 'the call was not approved'

/** What a message with a `role` is, where it has no `type` as well. */
export const readRole = ({ role, type }: Fields): unknown => (type === undefined ? role : undefined)

/** The same piece for several kinds. */
export const declareEach = (names: string, piece: Piece = {}): Record<string, Piece> =>
  Object.fromEntries(names.split(' ').map((name) => [name, piece]))

/** A list, that may be missing, of pieces of one kind. */
export function declareSeveral(at: FieldPlace, piece: Piece): List {
  return { at, by: () => 'piece', kinds: { piece }, optional: true }
}

/** A place of one piece that may be missing. */
export const declareOnly = (at: FieldPlace, piece: Piece): List => ({
  ...declareSeveral(at, piece),
  single: true,
})

const matches = (pattern: string, kind: string): boolean =>
  pattern.startsWith('*')
    ? kind.endsWith(pattern.slice(1))
    : pattern.endsWith('*') && kind.startsWith(pattern.slice(0, -1))

/** The kind of a piece, and its fields: where a key tells the kind, they are the object under it. */
function findPiece(value: Fields, { by, kinds }: PieceKinds): { piece?: Piece | undefined; fields: Fields } {
  const names = Object.keys(kinds)
  if (by === 'key') {
    const key =
      names.find((name) => isFields(value[name]) || (name === 'text' && typeof value.text === 'string')) ?? ''
    const fields = isFields(value[key]) ? value[key] : value
    return { piece: value.type === undefined ? kinds[key] : undefined, fields }
  }
  const kind = readAtPlace(value, by)
  if (typeof kind !== 'string') return { fields: value }
  const name = Object.hasOwn(kinds, kind) ? kind : names.find((pattern) => matches(pattern, kind))
  return { piece: kinds[name ?? ''], fields: value }
}

const fits = (value: unknown, kinds: PieceKinds): boolean => {
  const { piece, fields } = isFields(value) ? findPiece(value, kinds) : {}
  return piece?.lists?.every((list) => fitsList(fields as Fields, list)) ?? piece !== undefined
}

function fitsList(value: Fields, list: List): boolean {
  const { at, text, optional, single, as = (piece) => piece } = list
  const found = readAtPlace(value, at)
  if (isAbsent(found)) return optional === true
  if (typeof found === 'string') return text !== undefined
  const items = single ? [found] : found
  return Array.isArray(items) && items.every((item) => isFields(item) && fits(as(item), list))
}

/** Throws where a call has its arguments under a name that its format does not use: they must not get lost. */
function checkNames(value: Fields, name: unknown): void {
  const found = ['args', 'arguments', 'input', 'parameters'].find((key) =>
    [value, value.function].some((holder) => isFields(holder) && !isAbsent(holder[key])),
  )
  if (found === undefined) return
  throw new ImportProblem(
    `the call of ${String(name)} has its arguments as "${found}", which its format does not have.`,
  )
}

function findEnding(value: Fields, piece: Piece): Ending | undefined {
  const at = (name: Places): unknown => readAtPlace(value, piece[name])
  const refusal = at('refusal')
  if (typeof refusal === 'string') return { refusal }
  if (piece.result === undefined || at('pending') === true) return undefined
  const result = at('result')
  if (at('failed') === true) return { failure: result }
  return piece.arguments !== undefined && result === undefined ? undefined : { result }
}

const readId = (id: unknown): string | undefined => (id === '' || isAbsent(id) ? undefined : String(id))

/** A call that was answered in a turn, if at all. Where it is empty, a result shows that it was made all the same. */
type PendingCall = DraftCall & { turn: number; isEmpty: boolean; answered?: number }

/** An assistant's turn, and what was said after its last call. */
type ImportedTurn = { said: string; calls: number; tokens: Tokens | undefined }

/**
 * Reads a conversation message by message. An assistant message is a turn t. Its calls start at 2t and end at
 * 2t + 1, or with the turn during which a late result came in, so that nothing is fed by a result that was not
 * there yet.
 */
class MessageReader {
  /** The latest message of the user; undefined where the messages show fewer than two. */
  userTurn: number | undefined
  private readonly turns: ImportedTurn[] = []
  private readonly calls: PendingCall[] = []
  /** Ids of calls by the approval that was asked for them. */
  private readonly waiting = new Map<unknown, unknown>()
  private isOpen = false
  private parts = 0
  private lastAnswer: unknown

  read(whole: Fields, kinds: PieceKinds): void {
    const { piece, fields: value } = findPiece(whole, kinds)
    if (piece === undefined)
      throw new ImportProblem(`a part of a message is ${describe(whole)}, which its format does not have.`)
    const at = (place: FieldPlace | undefined): unknown => readAtPlace(value, place)
    if (piece.turn === undefined) this.parts += 1
    else this.begin(piece.turn, at(piece.usage), at(piece.answer))
    const said = at(piece.say)
    if (typeof said === 'string') this.current.said += said
    this.readCall(value, piece)
    if (piece.unread) return
    for (const list of piece.lists ?? []) this.readList(at(list.at), list)
    if (piece.ends) this.isOpen = false
  }

  private readList(found: unknown, list: List): void {
    if (typeof found === 'string' && list.text === 'said') this.current.said += found
    const items: unknown[] = Array.isArray(found) ? found : [found]
    for (const item of items.filter(isFields)) this.read(list.as?.(item) ?? item, list)
  }

  private begin(turn: Piece['turn'], usage: unknown, answer: unknown): void {
    const isDue =
      turn === 'always' ||
      (turn === 'unless open' && !this.isOpen) ||
      (turn === 'after parts' && this.parts > 0) ||
      (turn === 'at another answer' && (answer === undefined || answer !== this.lastAnswer))
    if (isDue) this.turns.push({ said: '', calls: 0, tokens: readTokens(usage) })
    this.isOpen = true
    this.parts = 0
    this.lastAnswer = answer
  }

  private get current(): ImportedTurn {
    const turn = this.turns.at(-1)
    if (turn === undefined) throw new ImportProblem('a call comes before the first message of the assistant.')
    return turn
  }

  private readCall(value: Fields, piece: Piece): void {
    const at = (place: FieldPlace | undefined): unknown => readAtPlace(value, place)
    const id = at(piece.id)
    const ending = findEnding(value, piece)
    if (piece.arguments !== undefined) {
      const call = this.addCall(value, piece)
      if (ending !== undefined) this.settle(call, ending)
    } else if (ending !== undefined) this.settle(this.findAnswered(id, at(piece.name)), ending)
    if (piece.waits !== undefined) this.waiting.set(at(piece.waits), id)
    if (piece.approves !== undefined) this.waiting.delete(at(piece.approves))
  }

  /** Adds a call to the current turn. */
  private addCall(value: Fields, piece: Piece): PendingCall {
    const at = (place: FieldPlace | undefined): unknown => readAtPlace(value, place)
    const [id, name, args] = [at(piece.id), at(piece.name), at(piece.arguments)]
    const [told, replaces] = [at(piece.problem) as string | undefined, at(piece.replaces)]
    if (args === undefined) checkNames(value, name)
    const label = typeof name === 'string' && name !== '' ? `the call of ${cutText(name)}` : 'a call'
    if (typeof name !== 'string' || (name === '' && told === undefined))
      throw new ImportProblem(`${label} has no name: it is ${describe(name)}.`)
    if (!isAbsent(id) && typeof id !== 'string' && typeof id !== 'number')
      throw new ImportProblem(`${label} has an id that is ${describe(id)}. Give it a text.`)
    // A call that cannot have been made may have anything as its arguments.
    const isReadable = told === undefined || isFields(args) || typeof args === 'string'
    const { arguments: given, problem = told } = readArguments(isReadable ? args : {}, label)
    const replaced = this.calls.findIndex((other) => !isAbsent(replaces) && other.id === replaces)
    if (replaced >= 0) this.calls.splice(replaced, 1)
    this.waiting.delete(replaces)
    const call: PendingCall = {
      id: readId(id),
      tool_name: name,
      arguments: given,
      isEmpty: isAbsent(args) || args === '',
      turn: this.turns.length - 1,
      ...dropUndefinedFields({ user_turn: this.userTurn }),
      ...(problem === undefined ? {} : { outcome: buildBadArguments(told ?? problem) }),
    }
    this.calls.push(call)
    this.current.calls += 1
    this.current.said = ''
    return call
  }

  /**
   * The call that a result answers. Of calls with one id it is the first unanswered one of the last turn. A result
   * without an id, or one whose calls have none, answers the first unanswered call (of `tool`, where it is named).
   */
  private findAnswered(id: unknown, tool?: unknown): PendingCall {
    for (const [approval, call] of this.waiting) if (call === id) this.waiting.delete(approval)
    const known = readId(id)
    const open = this.calls.filter(({ answered }) => answered === undefined)
    const same = open.filter((call) => known !== undefined && call.id === known)
    const isUnnamed = (call: PendingCall): boolean =>
      (known === undefined || call.id === undefined) && (isAbsent(tool) || call.tool_name === tool)
    const call =
      same.find(({ turn }) => turn === same.at(-1)?.turn) ??
      this.calls.find((call) => known !== undefined && call.id === known) ??
      open.find(isUnnamed)
    if (call !== undefined) return call
    const what = known === undefined ? (tool ?? 'a call') : `the call ${JSON.stringify(known)}`
    throw new ImportProblem(
      `a result names ${cutText(String(what))}, which no earlier message calls. Give the whole conversation.`,
    )
  }

  private settle(call: PendingCall, ending: Ending): void {
    if (call.answered !== undefined)
      throw new ImportProblem(
        `the call ${JSON.stringify(cutText(call.id ?? call.tool_name))} has two results.`,
      )
    call.answered = this.turns.length - 1
    if (call.outcome === undefined || call.isEmpty) call.outcome = readEnding(call.tool_name, ending)
  }

  /** The conversation as a trace has it; `usage` counts where no turn told its own. */
  finish(usage: unknown): ImportReading {
    for (const id of [...this.waiting.values()]) this.settle(this.findAnswered(id), { refusal: NOT_APPROVED })
    const drafts = this.calls.map((call): DraftCall => {
      const ended = 2 * Math.max(call.turn, call.answered ?? 0) + 1
      return { ...call, started: 2 * call.turn, ended }
    })
    const told = this.turns.flatMap(({ tokens }) => tokens ?? [])
    const tokens = told.length > 0 ? told : [readTokens(usage)].filter((one) => one !== undefined)
    // Text is the answer where no call was made after it.
    const last = this.turns.findLast(({ said, calls }) => said.trim() !== '' || calls > 0)?.said ?? ''
    return {
      ...finishCalls(drafts),
      bare: false,
      final_answer: last.trim() === '' ? null : last,
      usage: sumUsage(tokens, this.turns.length),
    }
  }
}

export function readMessages(
  list: readonly Fields[],
  table: PieceKinds,
  usage?: unknown,
  said: readonly number[] = [],
): ImportReading {
  const reader = new MessageReader()
  for (const [i, message] of list.entries()) {
    reader.userTurn = said[i] || undefined
    reader.read(message, table)
  }
  return reader.finish(usage)
}

/** A format of messages. Fields that may tell of calls make a message unknown, except for those in `holds`, if it is given. */
export const createMessageFormat = ({
  name,
  holds,
  ...kinds
}: PieceKinds & { name: ListFormat['name']; holds?: readonly string[] }): ListFormat => ({
  name,
  fits: (item) => fits(item, kinds) && (holds === undefined || !hidesCalls(item as Fields, holds)),
  read: (list, usage, said) => readMessages(list, kinds, usage, said),
})
