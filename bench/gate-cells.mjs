/** The cells of the simulation of the gate, by name `mix:tasks:B:n:what`. */

const buildCell = (mix, tasks, b, n, what, gates, more = {}) => ({
  name: [mix, tasks, b, n, what].join(':'),
  kind: what.split(' ')[0],
  gates,
  cell: { mix, tasks, b, n, ...more },
})

const MIXES = ['steady', 'near90', 'half']
const SIZES = [3, 12, 50, 200]
const BASELINES = [1, 3, 6, 20]

/** False alarms: nothing changed between baseline and run. */
const same = [
  ...SIZES.flatMap((tasks) => BASELINES.flatMap((b) => MIXES.map((mix) => [mix, tasks, b, 1]))),
  ...[3, 12].flatMap((tasks) => [1, 3].map((b) => ['perfect', tasks, b, 1])),
  ...MIXES.map((mix) => [mix, 200, 3, 3]),
  ['steady', 200, 2, 1],
  ['steady', 200, 10, 1],
  ['flaky', 200, 6, 1],
  ['steady', 400, 3, 1],
  ['near90', 400, 3, 1],
].map(([mix, tasks, b, n]) => buildCell(mix, tasks, b, n, 'same', tasks < 200 ? 100 : 40))

/** Tasks that break outright, those that the agent solved most often first. */
const broken = [
  ...[1, 2, 3].flatMap((count) => [1, 3].map((b) => ['perfect', 3, b, 1, count])),
  ...[1, 2, 3].flatMap((count) => [1, 3].map((b) => ['perfect', 12, b, 1, count])),
  ...[3, 6, 1, 2, 20].flatMap((b) => [1, 2, 3, 5, 10].map((count) => ['steady', 200, b, 1, count])),
  ...[3, 6, 20].flatMap((b) => [1, 2, 3, 5, 10].map((count) => ['near90', 200, b, 1, count])),
  ...[1, 2].map((count) => ['steady', 200, 3, 3, count]),
  ...[1, 3].flatMap((b) => [1, 2, 3, 5].map((count) => ['steady', 50, b, 1, count])),
  ...[3].flatMap((b) => [1, 2, 3, 5, 10].map((count) => ['steady', 400, b, 1, count])),
].map(([mix, tasks, b, n, count]) => buildCell(mix, tasks, b, n, `broken ${count}`, 40, { broken: count }))

/** A task that is solved less often, judged by up to three runs. */
const weakened = [
  [1, 0.6],
  [1 / 3, 0],
].flatMap(([before, now]) =>
  [24, 200].flatMap((tasks) =>
    [3, 20].map((b) =>
      buildCell('steady', tasks, b, 1, `weakened ${Math.round(100 * before)} to ${100 * now}`, 60, {
        weakened: [before, now],
        again: 2,
      }),
    ),
  ),
)

/** Bad days: all tasks of a run, of the baseline's or this one, are solved less or more often together. */
const days = ['steady', 'near90'].flatMap((mix) =>
  [
    [3, 3],
    [20, 20],
    [20, 3],
    [20, 1],
  ].map(([b, runs]) => buildCell(mix, 200, b, 1, `days ${runs}`, 100, { shift: 0.02, runs })),
)

/** Attempts of one run share luck. */
const correlated = [
  ...['at95', 'steady'].flatMap((mix) => [3, 20].map((b) => [mix, 200, b, 1, 0])),
  ['steady', 200, 3, 3, 0],
  ...[3, 20].map((b) => ['at95', 64, b, 1, 1]),
].flatMap(([mix, tasks, b, n, count]) =>
  [0, 0.1, 0.3].map((correlation) =>
    buildCell(mix, tasks, b, n, `correlated ${correlation} ${count}`, 60, {
      broken: count,
      correlation,
      again: 1,
    }),
  ),
)

/** Falls of all tasks, and luck that all tasks of a run share: the test of all tasks alone, and every test together. */
const falls = [0, 0.15, 0.3].flatMap((deviation) =>
  [
    ['at85', 10, 0.35, [1, 2, 3, 20]],
    ['at70', 40, 0.2, [1, 2, 3, 20]],
    ['at70', 200, 0.1, [3, 20]],
    ['mixed', 200, 0.1, [3, 20]],
  ].flatMap(([mix, tasks, fall, baselines]) =>
    baselines.flatMap((b) =>
      [0, fall].map((drop) =>
        buildCell(mix, tasks, b, 1, `luck ${deviation} ${100 * drop}`, 1000, {
          ...{ luck: deviation, drop, suiteWide: true, again: 1 },
        }),
      ),
    ),
  ),
)
const everyTest = [0, 0.15, 0.3].flatMap((deviation) =>
  [3, 20].flatMap((b) =>
    [
      ['at70', 40],
      ['mixed', 200],
    ].map(([mix, tasks]) =>
      buildCell(mix, tasks, b, 1, `together ${deviation}`, 1000, { luck: deviation, again: 1 }),
    ),
  ),
)

/** Shards, each of which chooses its own reruns. */
const shards = ['steady', 'near90'].flatMap((mix) =>
  [3, 20].flatMap((b) =>
    [0, 1].map((count) => buildCell(mix, 200, b, 1, `shards ${count}`, 40, { broken: count, shards: 4 })),
  ),
)

export const CELLS = [
  ...same,
  ...broken,
  ...weakened,
  ...days,
  ...correlated,
  ...falls,
  ...everyTest,
  ...shards,
]
