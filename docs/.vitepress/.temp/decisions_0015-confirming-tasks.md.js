import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Tasks are confirmed at .0025, strata at .003","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0015-confirming-tasks.md","filePath":"decisions/0015-confirming-tasks.md"}');
const _sfc_main = { name: "decisions/0015-confirming-tasks.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="tasks-are-confirmed-at-0025-strata-at-003" tabindex="-1">Tasks are confirmed at .0025, strata at .003 <a class="header-anchor" href="#tasks-are-confirmed-at-0025-strata-at-003" aria-label="Permalink to &quot;Tasks are confirmed at .0025, strata at .003&quot;">​</a></h1><p><em>Superseded by <a href="./0023-tasks-in-one-fit.html">decision 23</a>.</em></p><p>The first design of <a href="./../docs/gate.html#how-it-decides">the gate</a> tested suspected strata and suspected tasks at .005 each. So designed, simulated gates over small ledgers raise more false alarms than the one in a hundred that is promised: with three attempts in the ledger and three in the run 1.1 to 1.3 % (4,000 to 5,000 gates a cell), with five 1.1 %. A flaky task that was lucky in the ledger is suspected because of that luck, and the fresh attempts are tested against that same ledger; the correction by Holm counts the suspects alone.</p><p>So tasks are confirmed at .0025 and strata at .003. In 2,500 gates a cell that gives .3 to .8 % false alarms with three attempts in the ledger, and with 20 it still finds one broken task of 200 in every gate and ten points everywhere in 92 to 100 %. At .002 a task with three attempts in the ledger could never be confirmed, whatever its twelve fresh attempts say.</p><p>What this does not cure: a run that is worse as a whole by chance (the provider&#39;s bad day) shifts fresh attempts as well. Where all tasks shift together by two points (standard deviation), a ledger of three runs let 1.8 to 5.0 % of the gates cry wolf. Ledgers from several runs help; the gate says how many records come from fewer than three.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0015-confirming-tasks.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0015ConfirmingTasks = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0015ConfirmingTasks as default
};
