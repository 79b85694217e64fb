import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Alignment is exact by branch and bound","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0006-alignment.md","filePath":"decisions/0006-alignment.md"}');
const _sfc_main = { name: "decisions/0006-alignment.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="alignment-is-exact-by-branch-and-bound" tabindex="-1">Alignment is exact by branch and bound <a class="header-anchor" href="#alignment-is-exact-by-branch-and-bound" aria-label="Permalink to &quot;Alignment is exact by branch and bound&quot;">​</a></h1><p>Which call fulfils which step decides every credit, so a greedy match is not good enough: an early step can take the call that a later one needs. The search goes over the steps in topological order and remembers states. What a later step can still see of the choices made is which of its candidate calls are taken and which calls fulfil its ancestors.</p><p>Two things keep it quick. The best candidate goes first, so that the bound cuts early; a right trace is aligned without a search. And of the calls of a step without ancestors whose values no consumer could use, only as many are kept as there are steps of the tool, for each share of right arguments the ones that ended first: any alignment that uses another one can be changed into one that does not, and earns the same. A failing trace with eighteen surplus reads of one tool went from seven minutes to under half a second.</p><p>Three thousand random small graphs are compared with brute force in the tests, twice: with credit that depends on who fed a step, and with credit that depends on the values that flowed.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0006-alignment.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0006Alignment = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0006Alignment as default
};
