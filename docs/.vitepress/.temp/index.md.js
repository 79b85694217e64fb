import { ssrRenderAttrs, ssrRenderAttr } from "vue/server-renderer";
import { _ as _imports_0 } from "./gate.BCwH6I1v.js";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"","description":"","frontmatter":{"layout":"home","hero":{"name":"tracewright","text":"Regression tests for tool-using agents","tagline":"Tasks become Vitest cases. Simulators answer the tool calls. The trace is judged, down to where each value came from.","actions":[{"theme":"brand","text":"Your first suite","link":"/docs/guides/first-suite"},{"theme":"alt","text":"How it compares","link":"/docs/comparison"}]},"features":[{"title":"Data flow, not only names","details":"A value that was made up, remembered or taken from another result is found and named.","link":"/docs/guides/data-flow"},{"title":"Tools without a network","details":"106 simulators, your OpenAPI document, or a recording of your API. Routes leave the agent as it is.","link":"/docs/guides/own-tools"},{"title":"A gate for CI","details":"Each run is compared with the history of every task. A single bad attempt of a model fails nothing.","link":"/docs/guides/gate-in-ci"}]},"headers":[],"relativePath":"index.md","filePath":"docs/index.md"}');
const _sfc_main = { name: "index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><img${ssrRenderAttr("src", _imports_0)} alt="A task whose value did not come from the call before it, and the gate that fails the run"></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
