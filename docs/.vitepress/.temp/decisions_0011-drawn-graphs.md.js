import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Graphs are executed while they are drawn","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0011-drawn-graphs.md","filePath":"decisions/0011-drawn-graphs.md"}');
const _sfc_main = { name: "decisions/0011-drawn-graphs.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="graphs-are-executed-while-they-are-drawn" tabindex="-1">Graphs are executed while they are drawn <a class="header-anchor" href="#graphs-are-executed-while-they-are-drawn" aria-label="Permalink to &quot;Graphs are executed while they are drawn&quot;">​</a></h1><p>A pattern says which tools follow each other; whether a value really flows is another question. A chain of two text tools may hand on a text that the prompt states anyway, a list may be empty in this world, two cities may have the same temperature.</p><p>So a drawn graph is built call by call in the world of the task: a step is added only where what it takes is news, that is, stands neither in the prompt nor in an earlier result. The finished task is then held to the cheap rules of the audit, and up to 1,000 tasks to the costly ones as well (a tenth of a second each), and drawn anew where one does not hold. A suite is valid because every task was checked, not because the patterns are hoped to be right.</p><p>Larger suites leave the costly rules out, because 100,000 tasks would take hours. About two in a hundred of their tasks then have a tool that is not needed in some world.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0011-drawn-graphs.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0011DrawnGraphs = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0011DrawnGraphs as default
};
