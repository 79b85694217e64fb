import { useState } from 'preact/hooks'
import type { AttemptDetail } from '../../../schema/report.ts'
import type { LeafScore, StepScore } from '../../../schema/score.ts'
import type { Json } from '../../../shared/json.ts'
import { Card } from './card.tsx'
import { cut, formatFullValue, formatPlural, formatPointer } from './format.ts'
import { TableHead } from './table-card.tsx'
import { FLOW_WORDS } from './words.ts'

/** Letters of a value that are shown at once. */
const SHORT = 180

/** A value; a long one opens on demand. */
function ValueText({ value }: { value: Json | undefined }) {
  if (value === undefined) return <span class="muted">–</span>
  const text = formatFullValue(value)
  if (text.length <= SHORT) return <span class="value">{text === '' ? '""' : text}</span>
  return (
    <details class="value">
      <summary>
        <span>{cut(text, SHORT - 30)}</span>
      </summary>
      {text}
    </details>
  )
}

function Provenance({ provenance, note, source }: LeafScore) {
  if (provenance === undefined) return <span class="muted">{note ?? 'literal'}</span>
  return (
    <>
      <span class={`provenance f-${provenance}`}>{FLOW_WORDS[provenance].label}</span>
      {(source || note) && (
        <span class="muted">
          {source &&
            `expected from ${source.replaceAll(/ \/(\S+)/g, (_, at: string) => ` ${at.replaceAll('/', '.')}`)}`}
          {source && note && '; '}
          {note}
        </span>
      )}
    </>
  )
}

function Leaves({ step }: { step: StepScore }) {
  if (step.leaves.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll-x" tabIndex={0} aria-label={`Values of ${step.step_id}`}>
      <table class="leaves">
        <colgroup>
          <col style={{ width: '16%' }} />
          <col style={{ width: '28%' }} />
          <col style={{ width: '28%' }} />
          <col />
        </colgroup>
        <TableHead columns={['argument', 'expected', 'actual', 'where it came from']} />
        <tbody>
          {step.leaves.map((leaf) => (
            <tr key={leaf.pointer}>
              <th scope="row">{formatPointer(leaf.pointer)}</th>
              <td>
                <ValueText value={leaf.expected} />
              </td>
              <td class={leaf.right ? undefined : 'wrong'}>
                <span class="hidden">{leaf.right ? 'right: ' : 'wrong: '}</span>
                <ValueText value={leaf.actual} />
              </td>
              <td>
                <Provenance {...leaf} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const MATCHED = { 'in-order': '', 'out-of-order': 'out of order', no: 'no successful call' } as const

function Scored({ step, open }: { step: StepScore; open: boolean }) {
  const word = step.credit === 1 ? 'right' : (step.cause ?? 'no credit')
  return (
    <details class="step" open={open || step.credit === 0}>
      <summary class="step-head">
        <h3>
          {step.step_id} {step.tool_name}
        </h3>
        <span class={`pill ${step.credit === 1 ? 'good' : 'bad'}`}>{word}</span>
        {MATCHED[step.matched] !== '' && <span class="pill">{MATCHED[step.matched]}</span>}
        {step.leaves.length > 0 && (
          <span class="muted small">{formatPlural(step.leaves.length, 'value')}</span>
        )}
      </summary>
      {step.reason && <p class="why">{step.reason}</p>}
      <Leaves step={step} />
    </details>
  )
}

/** Every graded value, step by step. */
export function StepList({ detail }: { detail: AttemptDetail | undefined }) {
  const [open, setOpen] = useState(false)
  const steps = detail?.steps ?? []
  if (steps.length === 0) return null
  const right = steps.filter(({ credit }) => credit === 1).length
  return (
    <Card
      id="steps"
      title="Steps"
      sub={`${right} of ${formatPlural(steps.length, 'step')} right`}
      head={
        right > 0 && (
          <button type="button" class="button end" aria-pressed={open} onClick={() => setOpen(!open)}>
            {open ? 'Collapse passing steps' : 'Expand all'}
          </button>
        )
      }
    >
      {steps.map((step) => (
        <Scored key={step.step_id} step={step} open={open} />
      ))}
    </Card>
  )
}
