import type { ComponentChildren } from 'preact'

interface CardProps {
  id: string
  title: ComponentChildren
  sub?: ComponentChildren
  /** What else stands in the head. */
  head?: ComponentChildren
  children: ComponentChildren
}

export const Card = ({ id, title, sub, head, children }: CardProps) => (
  <section class="card" aria-labelledby={id}>
    <div class="card-head">
      <h2 id={id}>{title}</h2>
      {sub !== undefined && <p>{sub}</p>}
      {head}
    </div>
    {children}
  </section>
)

export interface Bar {
  key: string
  name: ComponentChildren
  note?: string
  count: number
  href: string
}

/** Counts of tasks, each with a bar that is as long as its share of the largest, and a link to the tasks. */
export const BarList = ({ bars, most, tone = '' }: { bars: readonly Bar[]; most: number; tone?: string }) => (
  <ul class="bars">
    {bars.map(({ key, name, note, count, href }) => (
      <li key={key}>
        <a href={href}>
          <span class="what">
            <b>{name}</b>
            {note && <span class="note">{note}</span>}
          </span>
          <span class="count">
            {count}
            <span class="hidden"> tasks</span>
          </span>
          <span class={`bar ${tone}`.trim()} aria-hidden="true">
            <span style={{ width: `${(100 * count) / most}%` }} />
          </span>
        </a>
      </li>
    ))}
  </ul>
)
