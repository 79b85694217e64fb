import type { ComponentChildren } from 'preact'
import type { Figures } from '../../../schema/run.ts'
import { percent } from './format.ts'
import { LevelMark } from './icons.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { LEVEL_ORDER } from './words.ts'

const COLUMNS: [keyof Figures, string][] = [
  ['selection', 'selection'],
  ['arguments', 'arguments'],
  ['data_flow', 'data flow'],
  ['completion', 'completion'],
  ['score', 'score'],
  ['solved', 'solved'],
]

/** A share on a shade from low to high. */
export function ShareCell({ share }: { share: number | null }) {
  if (share === null) return <td class="none">–</td>
  const low = share < 0.5
  const part = low ? share * 2 : (share - 0.5) * 2
  return (
    <td class={`cell ${low ? 'low' : 'high'}`} style={{ '--t': `${(part * 100).toFixed(1)}%` }}>
      {percent(share)}
    </td>
  )
}

function Row({
  figures,
  name,
  total = false,
}: {
  figures: Figures
  name: ComponentChildren
  total?: boolean
}) {
  return (
    <tr class={total ? 'total' : undefined}>
      <th scope="row">{name}</th>
      <td class="none">{figures.tasks}</td>
      {COLUMNS.map(([column]) => (
        <ShareCell key={column} share={figures[column]} />
      ))}
    </tr>
  )
}

export const HeatKey = () => (
  <span class="key">
    0 % <span class="ramp" aria-hidden="true" /> 100 %
  </span>
)

/** Levels by figures, each cell shaded by its share. */
export function LevelMap() {
  const { agent, route } = usePage()
  if (agent === undefined) return null
  const { levels, overall } = agent
  const params = route.params.agent === undefined ? {} : { agent: route.params.agent }
  return (
    <section class="card" aria-labelledby="levels">
      <div class="card-head">
        <h2 id="levels">Levels</h2>
        <p>where composition breaks</p>
        <div class="end">
          <HeatKey />
        </div>
      </div>
      <div class="scroll-x">
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">level</th>
              <th scope="col">tasks</th>
              {COLUMNS.map(([column, label]) => (
                <th key={column} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LEVEL_ORDER.map((level) => {
              const figures = levels[level]
              if (figures === undefined) return null
              const name = (
                <a href={listHref({ ...params, level })}>
                  <LevelMark level={level} />
                </a>
              )
              return <Row key={level} figures={figures} name={name} />
            })}
            <Row figures={overall} name="Overall" total />
          </tbody>
        </table>
      </div>
    </section>
  )
}
