import type { ComponentChildren } from 'preact'
import type { Interval } from '../../../schema/report.ts'
import { Card } from './card.tsx'
import { shareText } from './format.ts'
import { LEVEL_WORDS } from './words.ts'

interface ShareProps {
  share: number | null | undefined
  interval?: Interval | undefined
}

/** A share, with its interval where it has one. */
export const ShareCell = ({ share, interval }: ShareProps) => (
  <td>
    {shareText(share)}
    {interval && (
      <span class="sub">
        {(interval.low * 100).toFixed(0)} – {(interval.high * 100).toFixed(0)}
      </span>
    )}
  </td>
)

export const LEVEL_COLUMNS: string[] = Object.values(LEVEL_WORDS)

export const TableHead = ({ columns }: Pick<TableCardProps, 'columns'>) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)

interface TableCardProps {
  id: string
  title: string
  sub: string
  columns: readonly string[]
  /** What stands below the table. */
  below?: ComponentChildren
  children: ComponentChildren
}

export const TableCard = ({ id, title, sub, columns, below, children }: TableCardProps) => (
  <Card id={id} title={title} sub={sub}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    <section class="scroll-x" tabIndex={0} aria-label={`${title}, table`}>
      <table class="numbers">
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </section>
    {below}
  </Card>
)
