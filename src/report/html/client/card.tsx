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
