import type { ComponentChildren } from 'preact'
import type { Interval } from '../../../schema/report.ts'
import { Card } from './card.tsx'
import { shareText } from './format.ts'
import { LEVEL_WORDS } from './words.ts'

/** A share on a shade from low to high, with its interval where it has one. */
export function ShareCell({
  share,
  interval,
}: {
  share: number | null | undefined
  interval?: Interval | undefined
}) {
  if (share == null) return <td class="none">–</td>
  const low = share < 0.5
  const part = low ? share * 2 : (share - 0.5) * 2
  return (
    <td class={`cell ${low ? 'low' : 'high'}`} style={{ '--t': `${(part * 100).toFixed(1)}%` }}>
      {shareText(share)}
      {interval && (
        <span class="sub">
          {(interval.low * 100).toFixed(0)} – {(interval.high * 100).toFixed(0)}
        </span>
      )}
    </td>
  )
}

export const LEVEL_COLUMNS: string[] = Object.values(LEVEL_WORDS)

interface Props {
  id: string
  title: string
  sub: string
  columns: readonly string[]
  kind?: string
  /** What stands below the table. */
  below?: ComponentChildren
  children: ComponentChildren
}

/** A card with a table whose cells are shaded by what they hold. */
export const HeatCard = ({ id, title, sub, columns, kind = '', below, children }: Props) => (
  <Card
    id={id}
    title={title}
    sub={sub}
    head={
      <div class="end key">
        0 % <span class="ramp" aria-hidden="true" /> 100 %
      </div>
    }
  >
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    <section class="scroll-x" tabIndex={0} aria-label={`${title}, table`}>
      <table class={`heat ${kind}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
    {below}
  </Card>
)
