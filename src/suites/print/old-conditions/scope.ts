import type { Step } from '../../../schema/task.ts'
import { plural } from '../../../shared/singular.ts'
import { buildBlock, buildChoice, buildIndent, type Doc, LINE } from '../layout.ts'
import { type Block, FunctionScope, type Level } from '../scope.ts'

/** A condition, a loop or an attempt, with its statements. */
export interface OldBlock extends Block {
  kind: 'for' | 'if' | 'try'
  /** What holds within: the condition as a text, and that of `other`. */
  key: string
  otherKey: string
  /** Statements of `else` or `catch`. */
  other?: Level
}

/** Blocks of a level that stand last, from it on inwards; a loop may stand anywhere. */
export const listOpenBlocks = ({ statements }: Level): OldBlock[] =>
  statements.filter(
    (one, i): one is OldBlock =>
      'kind' in one && (i === statements.length - 1 || (one as OldBlock).kind === 'for'),
  )

/** Statements of a function that decides: variables are declared where both a step and its reader see them. */
export class OldScope extends FunctionScope {
  /** Levels that have to declare the variable of a step, and the list of a repeated one, since they are read there. */
  private readonly hoisted = new Map<string, Level>()
  private readonly listed = new Map<string, Level>()
  private readonly lists = new Map<string, string>()

  override read(stepId: string): ReturnType<FunctionScope['read']> {
    const declared = this.places.get(stepId)
    if (declared !== undefined && !this.here.chain.includes(declared)) this.hoist(stepId, this.hoisted)
    return super.read(stepId)
  }

  /** Name of the list with the results of a repeated step. */
  readList(stepId: string): string {
    this.hoist(stepId, this.listed)
    return this.nameList(stepId)
  }

  /** Declares a variable where both the step and its reader see it. */
  private hoist(stepId: string, into: Map<string, Level>): void {
    const readers = [this.here, into.get(stepId) ?? this.here]
    const isShared = (level: Level): boolean => readers.every(({ chain }) => chain.includes(level))
    into.set(stepId, this.places.get(stepId)?.chain.find(isShared) ?? this.root)
  }

  private nameList(stepId: string): string {
    const { name } = this.nameResult(stepId)
    const list =
      this.lists.get(stepId) ?? this.results.findFree(plural(name) === name ? `${name}List` : plural(name))
    this.lists.set(stepId, list)
    return list
  }

  protected override buildStatement(block: Block, level: Level): Doc[] {
    return 'kind' in block ? this.buildOldBlock(block as OldBlock, level) : super.buildStatement(block, level)
  }

  private buildOldBlock(block: OldBlock, level: Level): Doc[] {
    const { kind, head, body, other } = block
    const lines = this.buildLines(body)
    const others = other === undefined ? [] : this.buildLines(other)
    const declared = this.declareBefore(block, level)
    if (kind === 'try') {
      const rest = ['if (!(error instanceof Refused)) throw error', ...others]
      return [...declared, ['try ', buildBlock(lines), ' catch (error) ', buildBlock(rest)]]
    }
    if (kind === 'for') return [...declared, [head, ' ', buildBlock(lines)]]
    const start = buildChoice(['if (', head, ')'], ['if (', buildIndent([LINE, head]), LINE, ')'])
    const whole = [start, ' ', buildBlock(lines)]
    if (other !== undefined) return [...declared, [...whole, ' else ', buildBlock(others)]]
    const [only, ...more] = body.statements
    const step = only === undefined || 'body' in only || more.length > 0 ? undefined : only.step
    const isDeclared = typeof step === 'string' && (this.used.has(step) || this.listed.has(step))
    const isShort = step !== undefined && !isDeclared
    return [...declared, isShort ? buildChoice([start, ' ', ...lines], whole) : whole]
  }

  /** Lines before a block that declare what is assigned further in. */
  private declareBefore({ body, other }: OldBlock, level: Level): string[] {
    const isInside = ({ step_id }: Step): boolean =>
      this.places.get(step_id)?.chain.some((one) => one === body || one === other) === true
    return this.steps
      .filter(isInside)
      .flatMap(({ step_id }) => [
        ...(this.hoisted.get(step_id) === level ? [`let ${this.nameResult(step_id).name}`] : []),
        ...(this.listed.get(step_id) === level ? [`const ${this.nameList(step_id)} = []`] : []),
      ])
  }

  protected override declareResult(step: string, doc: Doc): Doc[] {
    const isListed = this.listed.has(step)
    if (!this.used.has(step) && isListed) return [[`${this.nameList(step)}.push(`, doc, ')']]
    const { name, field } = this.nameResult(step)
    const assigned: Doc[] =
      this.used.has(step) && this.hoisted.has(step)
        ? [[`${name} = `, ...(field === undefined ? [doc] : ['(', doc, `).${field}`])]]
        : super.declareResult(step, doc)
    return isListed ? [...assigned, `${this.nameList(step)}.push(${name})`] : assigned
  }
}
