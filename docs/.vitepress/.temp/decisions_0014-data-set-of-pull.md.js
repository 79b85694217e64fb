import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Where pull comptoolbench looks","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0014-data-set-of-pull.md","filePath":"decisions/0014-data-set-of-pull.md"}');
const _sfc_main = { name: "decisions/0014-data-set-of-pull.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="where-pull-comptoolbench-looks" tabindex="-1">Where <code>pull comptoolbench</code> looks <a class="header-anchor" href="#where-pull-comptoolbench-looks" aria-label="Permalink to &quot;Where \`pull comptoolbench\` looks&quot;">​</a></h1><p>The paper names no download address that could be checked offline. <code>pull</code> asks the Hugging Face hub for the file <code>test.jsonl</code> of the data set <code>mdarahmanxAI/comptoolbench</code>; <code>--url</code> and <code>--revision</code> override that, and <code>HF_ENDPOINT</code> names another hub. The checksum is the one that the server names in its answer; where it names none, the command says so. All of it was tried against a server on this machine, none of it against the hub.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0014-data-set-of-pull.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0014DataSetOfPull = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0014DataSetOfPull as default
};
