"""Well-known makers and model families, and which of their names are also everyday words."""

MAKERS = """
openai|open ai|anthropic|google|google deepmind|deepmind|google ai|google research|meta|meta ai|facebook
microsoft|amazon|aws|apple|nvidia|ibm|mistral|mistral ai|cohere|xai|x.ai|deepseek|deep seek|alibaba
alibaba cloud|tongyi lab|moonshot ai|moonshot|zhipu|zhipu ai|z.ai|baidu|tencent|bytedance|minimax|01.ai|stepfun
inflection ai|inflection|perplexity|perplexity ai|ai21|ai21 labs|stability ai|hugging face|huggingface
nous research|allen institute for ai|ai2|databricks|mosaicml|snowflake|salesforce|together ai|tii
technology innovation institute|reka|reka ai|adept|aleph alpha|liquid ai|upstage|lg ai research|naver|kakao|sber
yandex|xiaomi|huawei|samsung|servicenow|writer|arcee|arcee ai|eleutherai|big science|lmsys|character.ai|replika
luka|谷歌|百度|阿里巴巴|阿里云|腾讯|字节跳动|深度求索|月之暗面|智谱|智谱ai|华为|科大讯飞|商汤|微软|微軟|メタ
グーグル|マイクロソフト|オープンai|アンソロピック|구글|네이버|카카오|오픈ai|오픈에이아이|앤트로픽|гугл|яндекс
сбер|опенаи|антропик|جوجل|غوغل|أوبن إيه آي|أوبن ايه اي|أنثروبيك|गूगल|ओपनएआई|एंथ्रोपिक|גוגל
"""

FAMILIES = """
chatgpt|chat gpt|gpt|gpt 1|gpt 2|gpt 3|gpt 3.5|gpt 4|gpt 4o|gpt 4.1|gpt 4.5|gpt 5|gpt oss|gpt turbo|o1|o3
o4 mini|davinci|claude|claude ai|claude opus|claude sonnet|claude haiku|gemini|gemini pro|gemini flash
gemini ultra|gemma|bard|palm|palm 2|lamda|llama|llama 2|llama 3|llama 4|alpaca|vicuna|mistral|mixtral|ministral
magistral|codestral|devstral|pixtral|le chat|command r|command r plus|aya|grok|deepseek|deepseek v3|deepseek r1
deepseek chat|deepseek coder|qwen|qwq|tongyi|tongyi qianwen|kimi|glm|chatglm|ernie|ernie bot|wenxin yiyan
hunyuan|doubao|minimax|abab|yi|yi lightning|step|phi|phi 3|phi 4|bing|bing chat|sydney|copilot|microsoft copilot
nova|nova pro|nova lite|nova micro|titan|siri|alexa|cortana|pi|sonar|jamba|jurassic|stablelm|falcon|mpt|dbrx
olmo|tulu|granite|nemotron|hermes|zephyr|openchat|starling|wizardlm|guanaco|koala|dolly|bloom|solar|exaone
hyperclova|clova x|gigachat|yandexgpt|alice|reka flash|reka core|arctic|smollm|smollm 2|tinyllama|orca
openassistant|open assistant|athene|palmyra|luminous|通义千问|千问|文心一言|文心|豆包|混元|讯飞星火|智谱清言
盘古|クロード|チャットgpt|ジェミニ|챗gpt|챗지피티|클로드|제미나이|하이퍼클로바|чатгпт|чат гпт|клод|гигачат|алиса
яндексgpt|شات جي بي تي|كلود|جيميني|चैटजीपीटी|क्लाउड|जेमिनी|צ'אטgpt
"""

_EVERYDAY = """
google meta facebook microsoft amazon aws apple nvidia ibm mistral cohere alibaba moonshot baidu
tencent inflection perplexity snowflake salesforce adept writer kakao samsung xiaomi huawei
servicenow luka upstage databricks gpt o1 o3 claude gemini bard palm llama alpaca vicuna aya grok
kimi yi step phi bing sydney copilot nova titan siri alexa cortana pi sonar falcon olmo granite
hermes zephyr starling guanaco koala dolly bloom solar alice arctic orca luminous ernie jurassic
commandr lamda hunyuan palm2 tii reka zai ai2
"""
EVERYDAY = frozenset(_EVERYDAY.split())
"""Words that also mean something else: a bear, a wind, a painter, a company in the news."""

_CLAIMED_IN_FIRST_PERSON = """
claude gemini bard llama mistral grok kimi phi bing copilot nova siri alexa cortana gpt o1 o3 ernie
hunyuan commandr lamda sonar
"""
CLAIMED_IN_FIRST_PERSON = frozenset(_CLAIMED_IN_FIRST_PERSON.split())
"""Everyday words that mean a model after "I am …"; the others also need a word about machines."""

_PLAIN = """
a the my our your this new old main default base test demo sample local remote fast quick tiny mini small medium large
big max pro plus chat text code command model models llm ai assistant bot agent
"""
PLAIN = frozenset(_PLAIN.split()) | (EVERYDAY - CLAIMED_IN_FIRST_PERSON)
"""An id of only these words and a small number is common in texts: "my_model = …", "Step 3: bake it"."""

PERSONS = frozenset(
    {"claude", "alexa", "alice", "sydney", "ernie", "bard", "nova", "kimi", "pi", "клод", "алиса", "luka"}
)
"""Given names: a surname after one means a person."""
