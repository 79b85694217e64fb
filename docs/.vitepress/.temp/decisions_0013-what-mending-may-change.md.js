import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Mending keeps the steps","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0013-what-mending-may-change.md","filePath":"decisions/0013-what-mending-may-change.md"}');
const _sfc_main = { name: "decisions/0013-what-mending-may-change.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="mending-keeps-the-steps" tabindex="-1">Mending keeps the steps <a class="header-anchor" href="#mending-keeps-the-steps" aria-label="Permalink to &quot;Mending keeps the steps&quot;">​</a></h1><p><code>audit --fix-out</code> may change the prompt, the arguments&#39; bindings, the dependencies, the graded answer and the world of a task. It never changes which tools are called in which order: a task with other steps would be another task, and its scores could not be set beside those of the original.</p><p>A missing value is added as a sentence that spells out all steps, because a value without its step is a riddle. Tasks of the published world (seed 0) move to world 1 once their values are bound: the published figures are small and well known. What then still fails stays as it is and is reported: an answer that the prompt has to state, a second tool that gives the same, a truth value as the only thing that flows.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0013-what-mending-may-change.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0013WhatMendingMayChange = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0013WhatMendingMayChange as default
};
