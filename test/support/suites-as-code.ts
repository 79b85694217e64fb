import type { Task } from '../../src/schema/task.ts'
import type { PlainTask } from '../../src/schema/task-in-world.ts'
import { scoreInWorld } from '../../src/scoring/score.ts'
import { FunctionWorlds } from '../../src/tasks/reference/function-worlds.ts'
import { readExample } from '../../src/tasks/reference/markers.ts'
import { levelOf } from '../../src/tasks/reference/plain-task.ts'
import { Refused } from '../../src/tasks/reference/reference-error.ts'
import { runFunction } from '../../src/tasks/reference/run-function.ts'
import { openWorld, prepareTools } from '../../src/tasks/world-state.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
export const builtInRegistry = registry
const J = JSON.stringify
type Any = any
export async function attempt(agent: Any, task: Any, seed: number, tools: Any): Promise<Any> {
  const world = openWorld({ world: task.world }, seed, tools)
  const calls: Any[] = []
  let t = 0
  const call = async (name: string, args: Any = {}) => {
    const c0 = readExample(JSON.parse(J(args, (_, v) => v)) && args) as Any
    const clean = JSON.parse(J(c0))
    const r = tools.execute(name, clean, world)
    const c: Any = { id: `c${calls.length}`, tool_name: name, arguments: clean, status: r.status, ...(r.ok ? { result: r.output } : { error: r.error }), started: t++, committed: r.committed ?? false }
    calls.push(c)
    await null
    c.ended = t++
    if (!r.ok) throw new Refused(name, r.status, r.error)
    return structuredClone(r.output)
  }
  const proxy = new Proxy({}, { get: (_, name: string) => (name === 'then' ? undefined : tools.has(name) ? (a: Any) => call(name, a) : undefined) })
  const a = await agent(proxy).catch((e: Any) => { if (e instanceof Refused) return 'failed'; throw e })
  return { task_id: task.task_id, calls, final_answer: a === undefined ? 'done' : typeof a === 'string' ? `ANSWER: ${a}` : `ANSWER: ${J(readExample(a))}`, attempt: 0, seed }
}
const replay = (calls: Any[], answer?: Any) => async (t: Any) => { for (const c of calls) await t[c.tool](c.args).catch(() => {}); return answer }
const wrapT = (fn: Any, around: Any) => (t: Any) => fn(new Proxy({}, { get: (_, n) => (n === 'then' ? undefined : (a = {}) => around(t, n, a)) }))
export async function judgeAll(T: Record<string, Any>, tools: Any, N = 20) {
  const total = { right: [0, 0], wrong: [0, 0], ms: [] as number[] } as Any
  const isRead = (n: string) => tools.get(n).effect === 'read'
  const defaults = (n: string, a: Any) => ({ ...Object.fromEntries(Object.entries(tools.get(n).inputSchema.properties ?? {}).filter(([, v]: Any) => v.default !== undefined).map(([k, v]: Any) => [k, v.default])), ...a })
  const OTHERS: Any[] = [{ city: 'Lima' }, { query: 'other' }, { symbol: 'IBM' }, { reference: 'A-5' }, { key: 'zzz' }, { date: '2020-01-01' }, { url: 'https://a.example' }]
  for (const [id, x] of Object.entries(T)) {
    const task = { task_id: id, prompt: x.meta.prompt, available_tools: x.meta.available_tools, reference: x.fn, ...(x.meta.state ? { world: { seed: 0, state: x.meta.state } } : {}) }
    const worlds = new FunctionWorlds(task as Any, tools)
    const { runs } = await worlds.check(0)
    const tally: Any = {}
    const note = (name: string, kind: string, s: number, v: Any) => { const e = (tally[name] ??= { kind, ok: 0, n: 0, why: new Map() }); e.n++; if (v.solved === (kind === 'right')) e.ok++; else e.why.set(v.reason ?? 'solved', [...(e.why.get(v.reason ?? 'solved') ?? []), s]) }
    for (let s = 0; s < N; s++) {
      const t1 = performance.now()
      let made: Any
      try { made = await worlds.describe(s, 0) } catch (e: Any) { console.log('   no task', id, s, e.message); continue }
      total.ms.push(performance.now() - t1)
      const run = await worlds.runIn(s)
      const written: Task = { task_id: id, level: levelOf(made.plain.expected_trace.steps), prompt: task.prompt, available_tools: [...task.available_tools], ...made.plain }
      const here: Any = { written, task: written as unknown as PlainTask, seed: s, tools: prepareTools({ world: made.plain.world }, tools), expansion: made.expansion }
      const refTrace = await attempt(x.fn, task, s, tools)
      const eff = (r: Any) => J([r.calls.filter((c: Any) => c.status < 300).map((c: Any) => J([c.tool_name, defaults(c.tool_name, c.arguments)])).sort(), r.final_answer])
      const go = async (name: string, kind: string, agent: Any) => { const tr = await attempt(agent, task, s, tools); if (kind === 'wrong' && /^-(const|scr|extra|other)/.test(name) && eff(tr) === eff(refTrace)) return; note(name, kind, s, scoreInWorld(here, tr)) }
      await go('same', 'right', x.fn)
      await go('reread', 'right', wrapT(x.fn, async (t: Any, n: string, a: Any) => { if (isRead(n)) await t[n](a).catch(() => {}); return t[n](a) }))
      await go('extra', 'right', wrapT(x.fn, async (t: Any, n: string, a: Any) => { const r = await t[n](a); if (isRead(n) && Object.values(a).some((v) => typeof v === 'string')) for (const o of OTHERS) if (Object.keys(o)[0] as string in a) await t[n]({ ...a, ...o }).catch(() => {}); return r }))
      await go('defaults', 'right', wrapT(x.fn, (t: Any, n: string, a: Any) => t[n](defaults(n, a))))
      for (const [n, a] of Object.entries(x.right ?? {})) await go(n, 'right', a)
      for (const [n, a] of Object.entries(x.wrong ?? {})) { const tr = await attempt(a, task, s, tools), norm = (r: Any) => J([r.calls.map((c: Any) => J([c.tool_name, defaults(c.tool_name, c.arguments)])).sort(), r.final_answer]); if (norm(tr) === norm(refTrace) && !['reversed', 'before', 'stale', 'plus1'].includes(n)) continue; note(n, 'wrong', s, scoreInWorld(here, tr)) }
      const { calls, answer, steps: ok } = run
      if (!ok.length) { await go('+act', 'wrong', async (t: Any) => { await t[task.available_tools[0]]({ to: 'a@example.com', subject: 'x', body: 'y' }) }); continue }
      for (const c of ok) await go(`-drop ${isRead(c.tool) ? 'read' : 'write'}`, 'wrong', replay(calls.filter((o) => o !== c), answer))
      const w0 = runs.find((r) => r.seed !== s && J([r.steps.map((c) => [c.tool, c.args]), r.answer]) !== J([ok.map((c) => [c.tool, c.args]), answer]))
      if (w0) await go('-constant', 'wrong', replay([...w0.calls], w0.answer))
      const w1 = runs.find((r) => r.seed !== s && r.shape === run.shape && J(r.steps.filter((c) => !isRead(c.tool)).map((c) => c.args)) !== J(ok.filter((c) => !isRead(c.tool)).map((c) => c.args)))
      if (w1) await go('-scrambled', 'wrong', replay(calls.map((c) => (isRead(c.tool) || !c.result.ok ? c : { ...c, args: w1.steps[ok.indexOf(c)]!.args })), answer))
      if (!x.free && ok.some((c) => !isRead(c.tool)) && ok.some((c) => isRead(c.tool))) await go('-act first', 'wrong', replay([...calls.filter((c) => !isRead(c.tool)), ...calls.filter((c) => isRead(c.tool))], answer))
      const other = task.available_tools.find((n: string) => !isRead(n)), ex = runs.flatMap((r) => r.steps).find((c) => c.tool === other)
      if (ex) await go('-extra write', 'wrong', async (t: Any) => { await replay([...calls], answer)(t); const a: Any = { ...ex.args }; const key = Object.keys(a).find((k) => typeof a[k] === 'string' && !['priority', 'id'].includes(k)); if (key) a[key] = `${a[key]} x`; await t[other](a).catch(() => {}); return answer })
      const flip = runs.find((r) => r.shape !== run.shape)
      if (flip) await go('-other branch', 'wrong', async (t: Any) => { await replay(calls.filter((c) => isRead(c.tool)))(t); for (const c of flip.steps.filter((c) => !isRead(c.tool))) await t[c.tool](c.args).catch(() => {}); return flip.answer })
    }
    const bad = Object.entries(tally).filter(([, e]: Any) => e.ok < e.n) as Any, p = (kind: string) => (Object.values(tally) as Any[]).filter((e) => e.kind === kind).reduce((s, e) => [s[0] + e.ok, s[1] + e.n], [0, 0])
    const [r, w] = [p('right'), p('wrong')]
    total.right[0] += r[1] - r[0]; total.right[1] += r[1]; total.wrong[0] += w[1] - w[0]; total.wrong[1] += w[1]
    if (bad.length) console.log(`${id} | right ${r.join('/')} | wrong ${w.join('/')}${bad.map(([n, e]: Any) => `\n   ${e.kind} ${n} ${e.ok}/${e.n}: ${[...e.why].slice(0, 2).map(([w, s]: Any) => `${w} @${s.slice(0, 6)}`).join(' ; ').slice(0, 330)}`).join('')}`)
  }
  total.ms.sort((a: number, b: number) => a - b)
  return { ...total, ms: [total.ms[total.ms.length >> 1], total.ms.at(-1)] }
}
