import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Tasks are judged in one fit of the suite","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0023-tasks-in-one-fit.md","filePath":"decisions/0023-tasks-in-one-fit.md"}');
const _sfc_main = { name: "decisions/0023-tasks-in-one-fit.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="tasks-are-judged-in-one-fit-of-the-suite" tabindex="-1">Tasks are judged in one fit of the suite <a class="header-anchor" href="#tasks-are-judged-in-one-fit-of-the-suite" aria-label="Permalink to &quot;Tasks are judged in one fit of the suite&quot;">​</a></h1><p>Until now a task was suspected because it looked worse than its own record, and then tested on fresh attempts against that record. Both halves failed. With three attempts in the ledger the least p that twelve fresh attempts can give stays above the corrected threshold as soon as two tasks are suspected: two tasks broken outright of 200 ended green. And where all tasks are solved about half the time, the suspects are those with lucky records: 2.5 to 2.9 % false alarms.</p><p>Now every task, suspected or not, is in one mixture over a grid of chances, fitted to ledger, run and fresh attempts together. A record of three out of three says little by itself, and much in a suite where nearly all tasks are steady; a lucky six out of six in a flaky suite is explained by the suite. So nothing has to be corrected for the number of suspects, small ledgers decide, and a suite of three tasks is as safe as it can be.</p><p>Read where the text leaves a choice:</p><ul><li>The fit of round 0, before any candidate has fresh attempts, rejects nothing. Where it has no candidate, nothing rejects.</li><li>&quot;Remade up to three times&quot; is counted per attempt that was asked for: a task that is to have f outcomes is attempted at most 4f times.</li><li>A task that errored in every attempt of the run is attempted up to three times more; the first outcome stands in for the run&#39;s, and does not count as fresh.</li><li>In a merge, a task is short when it has fewer fresh attempts than the task of its shard with most. Which shard a task ran in must be known for that; where it is not, all tasks count as of one.</li><li>A stratum that only the merged run suspects is tested on what attempts there are, and keeps the verdict from being <code>ok</code>.</li><li>The record keeps the number after the run&#39;s own last attempt, not after the fresh ones, so that the twenty attempts of a full record are those of twenty worlds.</li><li>Costs are kept for each attempt of a record, since medians of several runs cannot be pooled.</li><li><code>ledger update --prune</code> on a run that is not green removes what is gone and does nothing else, so that the advice of the error that names it can be followed.</li></ul><p><a href="./0015-confirming-tasks.html">Decision 15</a> is superseded.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0023-tasks-in-one-fit.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0023TasksInOneFit = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0023TasksInOneFit as default
};
