import {
  Conversation,
  createAnswerReader,
  type ImportReading,
  type ListFormat,
  type ReadOutcome,
} from './conversation.ts'
import {
  describe,
  type FieldPlace,
  type Fields,
  hidesCalls,
  ImportProblem,
  isAbsent,
  isFields,
  readAtPlace,
} from './values.ts'

/** What a message, or a part of one, adds to a conversation. With `arguments` it is a call, with `result` an answer. */
export interface Piece {
  /** When it begins a turn. An answer is all messages of one `answer`. */
  turn?: 'always' | 'unless open' | 'after parts' | 'at another answer'
  /** Whether it ends the turn that is open. */
  ends?: true
  answer?: FieldPlace
  usage?: FieldPlace
  say?: FieldPlace
  /** Id of the call. */
  id?: FieldPlace
  /** Name of the tool. */
  name?: FieldPlace | undefined
  arguments?: FieldPlace
  /** Why the call cannot have been made, where it says so itself. */
  problem?: FieldPlace
  declareResult?: FieldPlace
  /** Whether the result is a failure. */
  failed?: (piece: Fields) => boolean
  /** Reads the outcome where a place does not tell it; undefined where it is missing yet. */
  outcome?: (piece: Fields) => ReadOutcome | undefined
  /** Id of the approval that the call waits for, or that was given. */
  waits?: FieldPlace
  approves?: FieldPlace
  /** Id of the approved call that this call carries out. */
  replaces?: FieldPlace
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

/** A format of messages. */
export interface MessageTable extends PieceKinds {
  name: ListFormat['name']
  /** Fields that may tell of calls; any other such field makes the message unknown. Absent where all are allowed. */
  holds?: readonly string[]
}

/** A call under the names that libraries give to its fields. */
export const CALL: Piece = {
  id: 'call_id callId toolCallId toolUseId id',
  name: 'name toolName',
  arguments: 'arguments args input rawInput',
}

/** An answer under such names. */
export const ANSWER: Piece = {
  id: 'call_id callId toolCallId toolUseId tool_call_id tool_use_id id',
  name: 'name tool_name',
  declareResult: 'output result content',
  failed: ({ status, is_error: isError }) => isError === true || status === 'error' || status === 'failed',
}

/** The same piece for several kinds. */
export const declareEach = (names: string, piece: Piece = {}): Record<string, Piece> =>
  Object.fromEntries(names.split(' ').map((name) => [name, piece]))

/** A list, that may be missing, of pieces of one kind. */
export const declareSeveral = (at: FieldPlace, piece: Piece): List => ({
  at,
  by: () => 'piece',
  kinds: { piece },
  optional: true,
})

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
    const key = names.find(
      (name) => isFields(value[name]) || (name === 'text' && typeof value.text === 'string'),
    )
    const inner = value[key ?? '']
    return {
      piece: value.type === undefined ? kinds[key ?? ''] : undefined,
      fields: isFields(inner) ? inner : value,
    }
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

class MessageReader {
  readonly conversation = new Conversation()
  private isOpen = false
  private parts = 0
  private answer: unknown

  read(whole: Fields, kinds: PieceKinds): void {
    const { piece, fields: value } = findPiece(whole, kinds)
    if (piece === undefined)
      throw new ImportProblem(`a part of a message is ${describe(whole)}, which its format does not have.`)
    const readPlace = (place: FieldPlace | undefined): unknown => readAtPlace(value, place)
    if (piece.turn === undefined) this.parts += 1
    else this.begin(piece.turn, readPlace(piece.usage), readPlace(piece.answer))
    const said = readPlace(piece.say)
    if (typeof said === 'string') this.conversation.say(said)
    this.readCall(value, piece)
    if (piece.unread) return
    for (const list of piece.lists ?? []) this.readList(readPlace(list.at), list)
    if (piece.ends) this.isOpen = false
  }

  private begin(turn: Piece['turn'], usage: unknown, answer: unknown): void {
    const isDue =
      turn === 'always' ||
      (turn === 'unless open' && !this.isOpen) ||
      (turn === 'after parts' && this.parts > 0) ||
      (turn === 'at another answer' && (answer === undefined || answer !== this.answer))
    if (isDue) this.conversation.turn(usage)
    this.isOpen = true
    this.parts = 0
    this.answer = answer
  }

  private readCall(value: Fields, piece: Piece): void {
    const at = (place: FieldPlace | undefined): unknown => readAtPlace(value, place)
    const [id, name] = [at(piece.id), at(piece.name)]
    const problem = at(piece.problem) as string | undefined
    const args = at(piece.arguments)
    if (piece.arguments !== undefined && args === undefined) checkNames(value, name)
    const call =
      piece.arguments &&
      this.conversation.call({ id, name, arguments: args, problem, replaces: at(piece.replaces) })
    const outcome =
      piece.declareResult === undefined
        ? piece.outcome?.(value)
        : createAnswerReader(at(piece.declareResult), piece.failed?.(value))
    if (outcome !== undefined && call) this.conversation.settle(call, outcome)
    else if (outcome !== undefined) this.conversation.answer(id, outcome, name)
    if (piece.waits !== undefined) this.conversation.wait(at(piece.waits), id)
    if (piece.approves !== undefined) this.conversation.approve(at(piece.approves))
  }

  private readList(found: unknown, list: List): void {
    if (typeof found === 'string' && list.text === 'said') this.conversation.say(found)
    const items: unknown[] = Array.isArray(found) ? found : [found]
    for (const item of items.filter(isFields)) this.read(list.as?.(item) ?? item, list)
  }
}

export function readMessages(list: readonly Fields[], table: PieceKinds, usage?: unknown): ImportReading {
  const reader = new MessageReader()
  for (const message of list) reader.read(message, table)
  return reader.conversation.finish(usage)
}

export const createMessageFormat = (table: MessageTable): ListFormat => ({
  name: table.name,
  fits: (item) =>
    fits(item, table) && (table.holds === undefined || !hidesCalls(item as Fields, table.holds)),
  read: (list, usage) => readMessages(list, table, usage),
})
