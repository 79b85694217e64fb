import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Frozen suites enforce every declared dependency","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0001-frozen-suites.md","filePath":"decisions/0001-frozen-suites.md"}');
const _sfc_main = { name: "decisions/0001-frozen-suites.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="frozen-suites-enforce-every-declared-dependency" tabindex="-1">Frozen suites enforce every declared dependency <a class="header-anchor" href="#frozen-suites-enforce-every-declared-dependency" aria-label="Permalink to &quot;Frozen suites enforce every declared dependency&quot;">​</a></h1><p>A dependency is a data edge where a binding takes a value over it, or a state edge where the step says <code>&quot;order&quot;: true</code>. Any other dependency carries nothing, so its order is not enforced, only warned about.</p><p>Published CompToolBench rows hold frozen values and no binding at all. By that rule none of their edges would be enforced, and a consumer before its producer would pass with all arguments right. So a trace in which no step binds anything is enforced as written. Nineteen of the 231 published edges carry nothing and are too strict this way; regrounding a suite, which writes bindings in place of frozen values, takes them out.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0001-frozen-suites.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0001FrozenSuites = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0001FrozenSuites as default
};
