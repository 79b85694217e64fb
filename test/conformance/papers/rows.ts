/** A system, table or plot of a paper, and what there is of it here. */
export interface PaperRow {
  item: string
  /** Place in the paper or its repository. */
  where: string
  /** Command with words of `FILES` for files; it is run with `--json`. */
  command?: string
  /** JSON Pointers at which its document has a value. */
  has?: readonly string[]
  /** What files of the command's folder `out` contain, as patterns. */
  draws?: Readonly<Record<string, RegExp>>
  /** File that shows what one command cannot, from the root of the repository. */
  test?: string
  /** @defaultValue `works` */
  state?: 'in part' | 'no'
  why?: string
  /** What a reader of the state `works` should know. */
  note?: string
}

const GENERATE = 'tracewright generate --seed 42 --plain --out OUT/papers.suite.jsonl --no-vet'
const AUDIT = 'tracewright audit SUITE'
const CALIBRATE = 'tracewright calibrate SUITE'
const PUBLISHED = 'tracewright score SUITE TRACES --scorer published'
const LEADERBOARD = 'tracewright leaderboard RUN OTHER_RUN --published'
const PAPER = 'tracewright paper RUN OTHER_RUN --published --out OUT/paper'
const REPORT = 'tracewright report RUN OTHER_RUN --root ROOT --html OUT/report.html'
const PUBLISH = 'tracewright publish SUITE --out OUT/release --licence CC-BY-4.0'

const scored = (item: string, has: string, where = 'scorer'): PaperRow => ({
  ...{ item, where, command: PUBLISHED, has: [has] },
})
const ranked = (item: string, has: string, where = 'leaderboard'): PaperRow => ({
  ...{ item, where, command: LEADERBOARD, has: [has] },
})
/** A table or plot: its file shows both agents of the runs, unless `pattern` says more. */
const drawn = (item: string, where: string, file: string, pattern = /reference.*idle/s): PaperRow => ({
  ...{ item, where, command: PAPER, has: ['/files/0'], draws: { [file]: pattern } },
})

export const COMPTOOLBENCH: readonly PaperRow[] = [
  { item: '106 tools in 9 categories', where: 'tools', command: 'tracewright tools', has: ['/tools/105'] },
  {
    ...{ item: 'Deterministic simulators', where: 'tools' },
    ...{ command: 'tracewright simulate get_weather --args {"city":"Oslo"} --seed 7', has: ['/output'] },
  },
  { item: 'Four levels', where: 'levels', command: GENERATE, has: ['/levels/L0_node', '/levels/L3_dag'] },
  { item: '200 tasks: 48, 64, 40, 48', where: 'data set', command: GENERATE, has: ['/tasks'] },
  { item: 'Named patterns', where: 'generator', test: 'test/conformance/generate/patterns-page.test.ts' },
  {
    ...{ item: 'Distractors', where: 'generator' },
    command:
      'tracewright generate --seed 42 --plain --out OUT/far.suite.jsonl --no-vet --distractors 9 --l0 2 --l1 2 --l2 2 --l3 2',
    has: ['/tasks'],
  },
  { item: 'Answers by execution', where: 'generator', command: AUDIT, has: ['/rules/oracle/checked'] },
  {
    ...{ item: 'First generator (43 tools)', where: 'generator', state: 'no' },
    why: 'left out on purpose: the reference replaced it by the second one, which the data set comes from',
  },
  { item: 'JSON Lines of the data set', where: 'data set', command: PUBLISH, has: ['/sha256'] },
  { item: 'Parquet of the data set', where: 'data set', command: PUBLISH, has: ['/files/2'] },
  { item: 'Card, licence, citation', where: 'data set', command: PUBLISH, has: ['/licence', '/files/4'] },
  {
    ...{ item: 'Croissant metadata', where: 'data set', command: PUBLISH, has: ['/files/3'] },
    draws: { 'croissant.json': /"column": "prompt"/ },
    note: 'address, creator and date are left to who publishes it',
  },
  { item: 'The published data set, fetched', where: 'data set', test: 'test/unit/suites/pull-suite.test.ts' },
  {
    ...{ item: 'The published rows, loaded and audited', where: 'data set' },
    ...{ test: 'test/conformance/published-audit.long.test.ts', note: 'tried on 100 of the 200 rows' },
  },
  scored('Equality of values', '/tasks/0/steps/0/per_argument'),
  scored('Arguments of a call', '/tasks/0/steps/0/arguments'),
  scored('Sequence of tools', '/tasks/0/tool_sequence'),
  scored('Completeness', '/tasks/0/completion'),
  scored('Data flow', '/tasks/0/data_flow'),
  scored('Overall by level', '/levels/L3_dag/score'),
  scored('Ten kinds of errors', '/errors'),
  scored('Tool selection accuracy', '/overall/tool_selection', 'metrics'),
  scored('Argument accuracy', '/overall/arguments', 'metrics'),
  scored('Completion rate', '/overall/completion', 'metrics'),
  scored('Data flow accuracy', '/overall/data_flow', 'metrics'),
  scored('Rate of invented tools', '/overall/hallucinated_tool_rate', 'metrics'),
  scored('Rate of early ends', '/overall/early_termination_rate', 'metrics'),
  scored('Accuracy by tool at L0', '/tools', 'metrics'),
  scored('Composition gap', '/gap/overall', 'metrics'),
  scored('Composition gap by level', '/gap/L3_dag', 'metrics'),
  scored('L0 − L3', '/gap/level_drop', 'metrics'),
  { item: 'Run over a suite', where: 'runner', test: 'test/integration/suite-runs.long.test.ts' },
  { item: 'Several models', where: 'runner', test: 'test/integration/matrix.long.test.ts' },
  { item: 'Models by name', where: 'runner', test: 'test/unit/models/named-model.test.ts' },
  { item: 'Rate limits and retries', where: 'runner', test: 'test/unit/models/throttle.test.ts' },
  { item: 'Resume', where: 'runner', test: 'test/integration/kills.long.test.ts' },
  { item: 'Merged results', where: 'runner', test: 'test/integration/shards.long.test.ts' },
  { item: 'Trials', where: 'runner', test: 'test/integration/attempts.long.test.ts' },
  {
    ...{ item: 'Calls in prose', where: 'runner', state: 'no' },
    why: 'left out on purpose: an agent reads the calls of its own model',
  },
  {
    ...{ item: 'Results of the 18 models', where: 'runner', state: 'no' },
    why: 'needs a hosted model; the published rows are shown next to your own',
  },
  {
    ...{ item: 'Three wordings of single calls', where: 'control', state: 'no' },
    why: 'needs a hosted model',
  },
  ranked('Ranking', '/rows/1/overall/solved'),
  ranked('18 published rows', '/published/rows/17'),
  ranked('Mean of all 18', '/published/averages/0'),
  ranked('Mean of 10 cloud models', '/published/averages/1'),
  ranked('Mean of 8 local models', '/published/averages/2'),
  ranked('Tokens and costs', '/costs/0'),
  drawn('Selection gap', 'leaderboard', 'published.svg', />selection gap, points<.*>†</s),
  drawn('17 daggers', 'leaderboard', 'published.csv', /^agent(?:[^†]*†){17}[^†]*mean of all/),
  drawn('Table 1, leaderboard in LaTeX', 'Table 1', 'levels.tex', /L3.*\nreference &.*\nidle &/s),
  drawn('Accuracy by level', 'Fig. 1', 'levels.svg'),
  drawn('Composition gap by level', 'Fig. 2', 'gaps.svg'),
  drawn('Degradation from L0 to L3', 'Fig. 3', 'degradation.svg'),
  {
    ...drawn('Kinds of errors', 'Fig. 4', 'causes.svg', />tasks not solved, %<.*>gave-up</s),
    note: 'by the causes of the causal scorer',
  },
  drawn('Radar of diagnostics', 'Fig. 5', 'diagnostics.svg', />data flow<.*reference.*idle/s),
  drawn('Cost and accuracy', 'Fig. 6', 'cost.svg'),
  drawn('Heat map by level', 'Fig. 7', 'level-map.svg'),
  drawn('Gap and single calls', 'Fig. 8', 'gap-by-single-calls.svg'),
  drawn('Overview', 'Fig. 9', 'overview.svg', />tasks<.*>tasks solved, mean over agents, %</s),
  ranked('Confidence intervals', '/rows/0/overall/interval', 'statistics'),
  ranked('Paired tests of all models', '/pairs/0/adjusted', 'statistics'),
  ranked('Effect sizes', '/pairs/0/effect', 'statistics'),
  { item: 'Random baseline', where: 'statistics', command: CALIBRATE, has: ['/agents/0'] },
  { item: 'Oracle baseline', where: 'statistics', command: CALIBRATE, has: ['/agents/0/levels'] },
  {
    ...{ item: 'Other weights of the scorer', where: 'ablation', state: 'no' },
    why: 'left out on purpose: tasks are graded as solved or not, and the published weights stay as they are',
  },
  {
    ...{ item: 'Size of models and gap', where: 'failure analysis', state: 'no' },
    why: 'needs a hosted model',
  },
  { item: 'Agreement with people', where: 'validation', state: 'no', why: 'needs human raters' },
  { item: 'Explorer of results', where: 'demonstration', command: REPORT, has: ['/html'] },
]

const REPORTED = 'tracewright synth report JUDGMENTS'
const SIMULATED = 'tracewright synth simulate --toolkit TOOLKIT --calls CALLS'
const AUDITED = 'tracewright synth audit --toolkit TOOLKIT'
const ENVIRONMENT = 'tracewright synth environment --tasks TASKS --agent AGENT'
const generated = (item: string, stage: string, from: string): PaperRow => ({
  ...{ item, where: 'generation', has: ['/done'] },
  command: `tracewright synth generate ${stage} --in ${from} --out OUT/${stage}.jsonl --model MODEL`,
})

export const SYNTHTOOLS: readonly PaperRow[] = [
  generated('Fields', 'fields', 'THEMES'),
  generated('Subdomains', 'subdomains', 'OUT/fields.jsonl'),
  generated('Tasks', 'tasks', 'OUT/subdomains.jsonl'),
  { item: 'Tools, names and plans', where: 'generation', test: 'test/integration/synth.long.test.ts' },
  { item: 'Published tool files', where: 'data', test: 'test/unit/cli/synth/dedupe.test.ts' },
  {
    ...{ item: 'Exact duplicates', where: 'deduplication' },
    ...{ command: 'tracewright synth dedupe --tools TOOLS', has: ['/kept/0'] },
  },
  {
    ...{ item: 'Algorithm 1: 603, 108 and 10 of 5,457', where: 'Algorithm 1' },
    test: 'test/conformance/synthetic/dedupe.long.test.ts',
  },
  {
    ...{ item: 'Thresholds', where: 'deduplication' },
    ...{ command: 'tracewright synth dedupe --tools TOOLS --sweep 0.75..0.92', has: ['/sweep/17/similar'] },
  },
  {
    ...{ item: 'Duplicates across fields', where: 'deduplication' },
    ...{ command: 'tracewright synth dedupe --tools TOOLS --across', has: ['/kept/0'] },
  },
  {
    ...{ item: 'Similarity by task, subdomain, field', where: 'plot' },
    ...{ command: 'tracewright synth dedupe --tools TOOLS --levels', has: ['/levels/3/mean'] },
  },
  {
    ...{ item: 'Map of embeddings', where: 'plot' },
    ...{ command: 'tracewright synth dedupe --tools TOOLS --map OUT/map.svg', has: ['/kept/0'] },
  },
  { item: 'Known input', where: 'simulation', command: SIMULATED, has: ['/0/output'] },
  {
    item: 'Calls that fail the schema',
    where: 'simulation',
    command: AUDITED,
    has: ['/categories/success_1'],
  },
  { item: 'Calls that break a rule', where: 'simulation', command: AUDITED, has: ['/categories/success_2'] },
  { item: 'New input', where: 'simulation', command: AUDITED, has: ['/categories/success_3'] },
  { item: 'Judge', where: 'audit', test: 'test/unit/synthetic/audit/model-judge.test.ts' },
  { item: 'Retries', where: 'audit', command: AUDITED, has: ['/retried/tests'] },
  {
    item: 'Filter',
    where: 'audit',
    command: `${AUDITED} --out OUT/kept.toolkit.json`,
    has: ['/tools/0/kept'],
  },
  { item: 'Accuracy of the simulator', where: 'Table 2', command: REPORTED, has: ['/simulator/all/value'] },
  { item: 'Tools by wrong responses', where: 'Table 3', command: REPORTED, has: ['/tools_by_errors/0'] },
  { item: 'Confusion of the judge', where: 'Table 4', command: REPORTED, has: ['/judge/accuracy/value'] },
  { item: 'ACEBench sandbox', where: 'comparison', test: 'test/conformance/synthetic/acebench.test.ts' },
  { item: 'Tasks with metadata', where: 'tasks', test: 'test/integration/synth-pipeline.long.test.ts' },
  { item: 'Agent, tools and verifier', where: 'environment', command: ENVIRONMENT, has: ['/results/0'] },
  {
    ...{ item: 'Turns by difficulty, and ideal ones', where: 'environment', command: ENVIRONMENT },
    has: ['/difficulties/simple/ideal_turns'],
  },
  {
    ...{ item: 'Published demonstrations', where: 'appendix' },
    test: 'test/conformance/synthetic/environment.long.test.ts',
  },
  {
    ...{ item: 'Data for training', where: 'use' },
    ...{ command: `${REPORTED} --chat OUT/chat.jsonl`, has: ['/chat/chats'] },
  },
  { item: '5,900 tools of 100 fields', where: 'data', state: 'no', why: 'needs a hosted model' },
  { item: '200 responses read by people', where: 'Table 2', state: 'no', why: 'needs human raters' },
]
