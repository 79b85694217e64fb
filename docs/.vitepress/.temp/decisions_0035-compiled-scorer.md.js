import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A task is compiled once, a trace is indexed by value","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0035-compiled-scorer.md","filePath":"decisions/0035-compiled-scorer.md"}');
const _sfc_main = { name: "decisions/0035-compiled-scorer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-task-is-compiled-once-a-trace-is-indexed-by-value" tabindex="-1">A task is compiled once, a trace is indexed by value <a class="header-anchor" href="#a-task-is-compiled-once-a-trace-is-indexed-by-value" aria-label="Permalink to &quot;A task is compiled once, a trace is indexed by value&quot;">​</a></h1><p>Scoring a trace of 400 calls took sixteen times what <code>agentevals</code> takes to compare names and arguments; almost half went into looking at every leaf of every result for each bound value. Now a task has a plan, made once: which steps take values from which, the order in which an alignment goes, and for each step what judges its arguments, with pointers, sources and defaults settled. A trace is indexed by value when the first question about a value comes.</p><ul><li><strong>One meaning.</strong> There is no second, quick way of judging beside a thorough one. The index only says where to look: numbers lie in drawers by size, texts by their plain form, and what is the same value <code>sameValue</code> decides as before. Plain scanning lives in a test, which holds index, groups of equal calls and plan against it on right and wrong traces, reasons included.</li><li><strong>A task may still be changed in place.</strong> A plan keeps a copy of the steps and is made again where they are no longer equal to it. Comparing costs 3 to 4 % at 400 calls; a stale verdict would cost more.</li><li><strong>Traces are not remembered.</strong> They are changed in tests, and an index is worth its cost within one judgement.</li><li><strong>Judged twice, still.</strong> The first time finds the call, the second says where each value came from; which calls fulfil steps, and so which reading is a newer answer, is known only in between. Steps that take no values are judged once.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0035-compiled-scorer.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0035CompiledScorer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0035CompiledScorer as default
};
