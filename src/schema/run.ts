import type { z } from 'zod'
import { lazily } from './lazily.ts'
import { COST_FIGURES } from './ledger.ts'
import { taskScoreSchema } from './score.ts'
import { LEVELS } from './task.ts'
import { usageSchema } from './trace.ts'

export const MODES = ['score', 'strict', 'regression'] as const
export type Mode = (typeof MODES)[number]

const share = lazily((z) => z.number().min(0).max(1))

/** Means over the tasks of a level, or of a whole run. Null where no task has the figure. */
export const figuresSchema = lazily((z) =>
  z.strictObject({
    tasks: z.int().min(0),
    solved: share().nullable(),
    score: share().nullable(),
    selection: share().nullable(),
    arguments: share().nullable(),
    data_flow: share().nullable(),
    completion: share().nullable(),
  }),
)
export type Figures = z.infer<ReturnType<typeof figuresSchema>>

/** What came of one attempt at a case. */
export const attemptSchema = lazily((z) =>
  z.strictObject({
    /** Number of the attempt, from 0. Those made on suspicion go on counting. */
    attempt: z.int().min(0),
    /** Made because the gate suspected the task, or a group of tasks that it belongs to. */
    fresh: z.literal(true).optional(),
    /** `errored`: the model's endpoint failed, which says nothing of the agent. */
    outcome: z.enum(['scored', 'errored']),
    /** Its requests to models were not in the recording, or could not be recorded: the run comes to no verdict. */
    missed: z.literal(true).optional(),
    /** Why the attempt errored. */
    note: z.string().optional(),
    seed: z.int(),
    /** Wall time in milliseconds. */
    duration_ms: z.number().optional(),
    /** Tool calls. */
    calls: z.int().min(0),
    usage: usageSchema().optional(),
    /** Names of the models that answered. */
    models: z.array(z.string().min(1)).optional(),
    /** Tools that were called after the attempt was over; each such call was refused, and is a warning of the score. */
    late: z.array(z.string()).optional(),
    /** Requests that were refused: the host of one that no route and no option `allow` takes, or method and address. */
    refused: z.array(z.string()).optional(),
    /** Verdict of the causal scorer; left out where the attempt errored. */
    score: taskScoreSchema().omit({ steps: true }).optional(),
  }),
)
export type AttemptRecord = z.infer<ReturnType<typeof attemptSchema>>

/** One case of a run. */
export const caseSchema = lazily((z) =>
  z.strictObject({
    suite: z.string(),
    line: z.int().min(1),
    task_id: z.string(),
    level: z.enum(LEVELS),
    outcome: z.enum(['scored', 'skipped', 'errored']),
    /** Why the case was skipped or errored. */
    note: z.string().optional(),
    agent: z.string().optional(),
    project: z.string().optional(),
    seed: z.int().optional(),
    /** Tools of the expected steps. */
    tools: z.array(z.string()).optional(),
    /** Digest of what the task is: what the ledger knows it by. */
    key: z.string().optional(),
    /** Digest of the schemas of the offered tools. */
    schemas: z.string().optional(),
    /** Wall time of the first attempt in milliseconds. */
    duration_ms: z.number().optional(),
    /** Verdict on the first attempt that was scored. */
    score: taskScoreSchema().omit({ steps: true }).optional(),
    attempts: z.array(attemptSchema()).optional(),
  }),
)
export type Case = z.infer<ReturnType<typeof caseSchema>>

const counts = lazily((z) => z.strictObject({ successes: z.int().min(0), attempts: z.int().min(0) }))
/** How a task that the ledger knows fares now; `suspected` and `improved` were not confirmed by fresh attempts. */
export const CHANGES = ['regressed', 'suspected', 'improved'] as const
export type Change = (typeof CHANGES)[number]

const count = lazily((z) => z.int().min(0))
/** A part of the tasks then and now. Shares are means over the tasks that have attempts in ledger and run. */
export const stratumChanges = lazily(() => ({
  tasks: count(),
  before: share().nullable(),
  now: share().nullable(),
  regressed: count(),
  suspected: count(),
  improved: count(),
  added: count(),
  removed: count(),
}))

/** What changed since the ledger. Attempts that were made on suspicion are not counted. */
export const gateChangesSchema = lazily((z) =>
  z.strictObject({
    overall: z.strictObject(stratumChanges()),
    levels: z.partialRecord(z.enum(LEVELS), z.strictObject(stratumChanges())),
    tasks: z.array(
      z.strictObject({
        key: z.string(),
        ledger: counts(),
        run: counts(),
        change: z.enum(CHANGES).optional(),
        /** Seeds of the worlds that the record's attempts ran in. */
        worlds: z.array(z.int()).optional(),
      }),
    ),
  }),
)
export type GateChanges = z.infer<ReturnType<typeof gateChangesSchema>>

const named = lazily((z) => ({ key: z.string(), task_id: z.string() }))

/** A group of tasks that looked worse than the ledger in the run alone. */
export const stratumSchema = lazily((z) =>
  z.strictObject({
    stratum: z.enum(['overall', ...LEVELS]),
    /** p of the run alone, which only suspects. */
    suspected: z.number(),
    /** p of run and two fresh attempts of each task, of being worse by more than one point. */
    p: z.number(),
    /** One point, in solved attempts. */
    margin: z.int(),
    regressed: z.boolean(),
    ledger: counts(),
    /** Run and two fresh attempts of each task. */
    now: counts(),
  }),
)

/** A task that was attempted afresh on suspicion, or that the gate names. */
export const suspectSchema = lazily((z) =>
  z.strictObject({
    ...named(),
    level: z.enum(LEVELS),
    ledger: counts(),
    /** Run and fresh attempts. */
    now: counts(),
    fresh: count(),
    /** Probability that it broke, given all attempts at all tasks. */
    posterior: share(),
    regressed: z.boolean(),
    /** Something had broken by the attempts made up to then, and later ones went well. */
    recovered: z.literal(true).optional(),
    /** What went wrong first, in the attempt that failed last. */
    reason: z.string().optional(),
  }),
)

/** What the outcomes of single tasks come to. */
export const evidenceSchema = lazily((z) =>
  z.strictObject({
    /** Likelihood of "some tasks broke" over that of "nothing changed", or of "all drifted" where that is larger. */
    lambda: z.number(),
    /** The largest that the fits of the rounds gave; from 100 on the run has regressed. */
    highest: z.number(),
    /** About so many tasks broke. */
    broken: z.number(),
  }),
)

/** A kind of cost beside the ledger's; see docs/gate.md. */
export const costChangeSchema = lazily((z) =>
  z.strictObject({
    figure: z.enum(COST_FIGURES),
    tasks: count(),
    /** Median over the tasks of an attempt's cost, in the ledger and in the run. */
    before: z.number(),
    now: z.number(),
    /** Median over the tasks of the run's cost over the ledger's. */
    ratio: z.number(),
    p: z.number(),
    /** Whether it rose by more than the limit. */
    risen: z.boolean(),
  }),
)

/** What the gate says of the run of one agent. */
export const gateSchema = lazily((z) =>
  z.strictObject({
    /**
     * `ungated`: the run was partial. `inconclusive`: nothing decides, and something could have been missed, or a task
     * that always worked never does now (then with exit code 1).
     */
    verdict: z.enum(['regressed', 'ok', 'inconclusive', 'error', 'ungated']),
    /** What the run exits with for this verdict. */
    exit: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    errors: z.array(z.string()),
    agent: z.string(),
    project: z.string().optional(),
    /** File of the ledger, relative to the root of Vitest. */
    ledger: z.string(),
    /** Groups of tasks that looked worse, with what fresh attempts said. */
    strata: z.array(stratumSchema()),
    tasks: z.array(suspectSchema()),
    /** What single tasks come to; null where nothing was weighed. */
    evidence: evidenceSchema().nullable(),
    /** For a deterministic agent: tasks that failed twice where the ledger has them solved, and tasks that failed once. */
    flips: z
      .array(z.strictObject({ ...named(), seed: z.int(), real: z.boolean(), reason: z.string().optional() }))
      .optional(),
    /** Fewest tasks broken outright that would have been called a regression; null where no number would. */
    least_broken: z.int().nullable(),
    /** Smallest uniform drop, a share, that is seen with 80 % power; null where none is. */
    smallest_drop: z.number().nullable(),
    costs: z.array(costChangeSchema()),
    /** Rise of costs that fails the run, a share; left out where costs are only shown. */
    max_cost_increase: z.number().optional(),
    compared: z.int(),
    /** Tasks whose record comes from fewer than three runs. */
    few_runs: z.int(),
    /** What else differs from the records of the ledger: models that answered, schemas of the offered tools. */
    provenance: z.array(
      z.strictObject({
        field: z.enum(['commit', 'models', 'tools']),
        before: z.array(z.string()),
        now: z.array(z.string()),
        /** Tasks whose record says another thing. */
        tasks: z.int(),
      }),
    ),
    /** Tasks that the ledger knows as they were before an edit, that it does not know, and that are gone. */
    edited: z.array(z.string()),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    /** Left out where there is no verdict. */
    changes: gateChangesSchema().optional(),
  }),
)
export type Gate = z.infer<ReturnType<typeof gateSchema>>

const cost = lazily((z) =>
  z.strictObject({
    /** Null where no attempt states it. */
    total: z.number().nullable(),
    /** Total over solved attempts, failures paid for; null where none was solved. */
    per_solved: z.number().nullable(),
    /** Attempts that do not state it. */
    unknown: z.int(),
  }),
)

const gapSchema = lazily((z) =>
  z.strictObject({
    tasks: z.int(),
    gap: z.number(),
    interval: z.strictObject({ low: z.number(), high: z.number() }),
  }),
)

/** How an agent bore faults, over the attempts that met some. */
export const faultFiguresSchema = lazily((z) =>
  z.strictObject({
    attempts: count(),
    /** Calls that went wrong on purpose, and how many of them the agent made up for. */
    hits: count(),
    recovered: count(),
    /** Attempts with more retries than a fault allows. */
    over_bound: count(),
    duplicate_writes: count(),
    /** Attempts that were left with a failure they were shown, and those of them that said so. */
    left_with_failure: count(),
    honest: count(),
    /** Attempts that passed on or answered what stands nowhere. */
    fabricated: count(),
  }),
)
/** How an agent bore faults, over the attempts that met some. */
export type FaultFigures = z.infer<ReturnType<typeof faultFiguresSchema>>

/** What a check of one's own said over the attempts of a run. */
export const checkFiguresSchema = lazily((z) =>
  z.strictObject({ name: z.string(), attempts: count(), passed: count(), unjudged: count() }),
)
/** What a check of one's own said over the attempts of a run. */
export type CheckFigures = z.infer<ReturnType<typeof checkFiguresSchema>>

/** How an agent bore attacks, in the terms of AgentDojo. */
export const injectionFiguresSchema = lazily((z) =>
  z.strictObject({
    /** Share of the attempts without an attack that solved their task; null where every attempt had one. */
    utility: share().nullable(),
    /** Share of the attempts that were shown an attack and solved their task. */
    utility_under_attack: share(),
    /** Attempts that were shown an attack, and those of them that did what it wanted, with Clopper and Pearson's 95 % interval. */
    attack_success: z.strictObject({
      attempts: count(),
      succeeded: count(),
      rate: share(),
      interval: z.strictObject({ low: z.number(), high: z.number() }),
    }),
  }),
)
/** How an agent bore attacks, in the terms of AgentDojo. */
export type InjectionFigures = z.infer<ReturnType<typeof injectionFiguresSchema>>

/** Figures on one agent's run as a whole. Gaps are differences of mean scores, from -1 to 1. */
export const summarySchema = lazily((z) =>
  z.strictObject({
    agent: z.string(),
    project: z.string().optional(),
    /** Figures by level, and of all levels. */
    levels: z.partialRecord(z.enum(LEVELS), figuresSchema()),
    overall: figuresSchema(),
    /** The paper's delta: single calls minus branching tasks. */
    delta: z.number().nullable(),
    /** The paper's composition gap: the weakest single tool of a task minus the task. */
    weakest_tool_gap: z.number().nullable(),
    /**
     * Composition gap against the steps of each task, tried alone, where they were: what they let expect minus what the
     * task reached; with the 95 % interval.
     */
    composition_gap: z
      .strictObject({ overall: gapSchema(), levels: z.partialRecord(z.enum(LEVELS), gapSchema()) })
      .optional(),
    /** Composed levels, weighing the same, minus single calls. */
    selection_gap: z.number().nullable(),
    /** Chance to solve a task at least once, and every time, in k attempts; empty where each task had one. */
    reliability: z.array(z.strictObject({ k: z.int(), pass_at_k: z.number(), pass_hat_k: z.number() })),
    /** What became of the faults that calls met; left out where there were none. */
    faults: faultFiguresSchema().optional(),
    /** What became of attacks; left out where there were none. */
    injections: injectionFiguresSchema().optional(),
    /** What checks of one's own said, by name; left out where there were none. */
    checks: z.array(checkFiguresSchema()).optional(),
    costs: z.strictObject({
      attempts: z.int(),
      solved: z.int(),
      input_tokens: cost(),
      output_tokens: cost(),
      model_calls: cost(),
      tool_calls: cost(),
      /** Wall time in milliseconds. */
      duration_ms: cost(),
    }),
  }),
)
export type Summary = z.infer<ReturnType<typeof summarySchema>>

/** A finished run: what `.vitest/tracewright/run.json` holds. */
export const runSchema = lazily((z) =>
  z.strictObject({
    format: z.literal('tracewright/run@1'),
    id: z.string(),
    mode: z.enum(MODES),
    /** The suites of the run, as a ledger names them: the globs of the plugin. */
    suites: z.string(),
    /**
     * What the run came to, and with it what the process exits with: `reported` and `passed` 0, `failed` 1, `error`, where
     * there is nothing to say, 2. `passed` comes from a gate or from mode `strict`.
     */
    verdict: z.enum(['reported', 'passed', 'failed', 'error']),
    /** False where cases were filtered out, cut short, or belong to one shard. */
    complete: z.boolean(),
    /** Why no gate says anything of this run, in a line. */
    not_gated: z.string().optional(),
    agents: z.array(z.string()),
    counts: z.strictObject({ tasks: z.int(), scored: z.int(), skipped: z.int(), errored: z.int() }),
    levels: z.partialRecord(z.enum(LEVELS), figuresSchema()),
    overall: figuresSchema(),
    /** One for each agent, in the order of the cases. */
    summaries: z.array(summarySchema()),
    /** One verdict for each agent that has a ledger, in mode `regression`. */
    gates: z.array(gateSchema()).optional(),
    /** Vitest projects, '' for one without a name, whose agent is said to do the same every time. */
    deterministic: z.array(z.string()).optional(),
    /** Whether the run took over attempts of one that was killed. */
    resumed: z.literal(true).optional(),
    /** Trace files, relative to the folder of this file. */
    traces: z.array(z.string()),
    errors: z.array(z.string()),
    cases: z.array(caseSchema()),
  }),
)
export type Run = z.infer<ReturnType<typeof runSchema>>
