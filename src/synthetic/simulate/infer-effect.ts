import type { Effect } from '../../schema/tool.ts'
import { stemsOf } from '../rules/words.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

const words = (text: string): Set<string> => new Set(text.split(' '))

/** Verbs, and the doers named after them, that commit something new each time. */
const WRITES = words(
  'create creator add register registrar registration send sender notify notifier notification process processor submit submitter ' +
    'schedule scheduler book booker reserve order place prescribe prescriber issue issuer publish publisher post upload ' +
    'record recorder log logger enroll share sharing transfer dispatch dispatcher charge pay refund ' +
    'escalate escalator execute executor deploy deployer import importer archive archiver insert allocate allocator ' +
    'integrate integrator invite launch trigger deposit withdraw ship print queue subscribe broadcast deliver open initiate initiator',
)
/** Those that bring a thing into a state in which a second equal call leaves it. */
const SETS = words(
  'update updater set setter assign assigner delete deleter remove remover cancel approve reject close activate ' +
    'deactivate enable disable lock unlock configure configurator reset rename modify modifier edit editor adjust adjuster change ' +
    'mark revoke grant suspend resume restore merge replace sync synchronizer synchronize manage manager',
)
/** Those that only look or reckon, whatever else their description names. */
const READS = words(
  'get find search lookup look list retrieve retriever fetch fetcher read view show check checker validate validator ' +
    'verify verifier calculate calculator compute analyze analyzer analyse analyser estimate estimator predict predictor ' +
    'compare comparator detect detector classify classifier evaluate evaluator assess assessor monitor report reporter ' +
    'summarize summarizer inspect inspector track tracker query count rank ranker score scorer recommend recommender ' +
    'optimize optimizer forecast forecaster identify extract extractor convert converter parse parser translate ' +
    'translator format formatter match matcher audit auditor measure profile profiler simulate simulator select selector ' +
    'test tester map mapper plan planner review reviewer determine filter aggregate aggregator browse browser explore finder ' +
    'searcher resolver router analysis advisor explainer comparer',
)

/** Things that come into being when they are generated; a report or a score that is generated is only read. */
const MADE = words(
  'label invoice token code key ticket certificate contract coupon voucher receipt credential',
)

/** `generates shipping labels` makes something; `generates a report` does not. */
function makes(stems: readonly string[]): boolean {
  const at = stems.findIndex((stem) => /^(?:generat|issu|produc|build|mak)/.test(stem))
  return at >= 0 && stems.slice(0, at + 5).some((stem) => MADE.has(stem))
}

/** The verb that a description begins with: `creates` is stemmed to `create`. */
const verbOf = (description: string): string => stemsOf(description)[0] ?? ''

function effectOfWord(stem: string | undefined): Effect | undefined {
  if (stem === undefined) return undefined
  if (WRITES.has(stem)) return 'write'
  if (SETS.has(stem)) return 'idempotent-write'
  return READS.has(stem) ? 'read' : undefined
}

/** `Label Generator` and `Refund Calculator` say what they do last, `send_invoice` says it first. */
function effectOfName(stems: readonly string[]): Effect | undefined {
  const last = stems.at(-1) ?? ''
  const isDoer = /r$/.test(last) && last !== 'order'
  return (isDoer ? effectOfWord(last) : undefined) ?? effectOfWord(stems[0])
}

/** `new_status`: the value that a record is to have afterwards. */
const setsValue = ({ parameters }: ToolSpec): boolean =>
  parameters.some(({ name }) =>
    /^(?:new|updated)_(?:\w+_)?(?:status|state|stage|priority|level|owner|assignee|quantity|price)$/.test(
      name,
    ),
  )

/** Whether an output is the id of something that the call brought into being. */
const givesNewId = ({ parameters, outputs }: ToolSpec): boolean =>
  outputs.some(
    ({ name, type, description }) =>
      type === 'string' &&
      /_id$/.test(name) &&
      !parameters.some((parameter) => parameter.name === name) &&
      /\b(?:assigned (?:to|for)|newly|new|created)\b/i.test(description),
  )

/**
 * What a call of the tool does to the world: as the specification says, else by the action of its handler, else by the
 * verbs of name and description. A tool of whose words none tells is a read.
 */
export function effectOf(tool: ToolSpec): Effect {
  const { effect, handler, name, description } = tool
  if (effect !== undefined) return effect
  if (handler !== undefined) {
    if (handler.action === 'read') return 'read'
    const moves = handler.set.some(({ to }) => 'add' in to || 'subtract' in to || 'id' in to)
    return handler.action === 'create' || moves ? 'write' : 'idempotent-write'
  }
  const named = effectOfName(stemsOf(name))
  if ((named ?? 'read') === 'read' && setsValue(tool)) return 'idempotent-write'
  if (makes(stemsOf(name))) return 'write'
  if (named !== undefined && named !== 'read') return named
  if (givesNewId(tool)) return 'write'
  const said = named ?? effectOfWord(verbOf(description))
  return said ?? (makes(stemsOf(description)) ? 'write' : 'read')
}
